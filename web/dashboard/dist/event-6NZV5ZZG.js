import{a,b}from"./chunk-JC2L5GPY.js";import"./chunk-GUJS7LAR.js";import"./chunk-WGSEPDAG.js";import"./chunk-RCHW2O4Z.js";import"./chunk-M2CULNHD.js";export{b as About,a as EventPage};
