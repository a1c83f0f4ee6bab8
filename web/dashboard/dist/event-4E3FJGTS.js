import{a,b}from"./chunk-2VQMSQZT.js";import"./chunk-ZIHPA53K.js";import"./chunk-PGPTWS2O.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
