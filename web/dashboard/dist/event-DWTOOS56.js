import{a,b}from"./chunk-CO2LW5HU.js";import"./chunk-GUJS7LAR.js";import"./chunk-XVWEQXVL.js";import"./chunk-2YLIIZV7.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
