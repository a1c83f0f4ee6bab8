import{a,b}from"./chunk-ZACUKYW7.js";import"./chunk-GUJS7LAR.js";import"./chunk-Z5HN6LX6.js";import"./chunk-XTVQW2AL.js";import"./chunk-M2CULNHD.js";export{b as About,a as EventPage};
