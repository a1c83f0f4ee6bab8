import{a,b}from"./chunk-UJ734ZDY.js";import"./chunk-ZIHPA53K.js";import"./chunk-XA5H3PAT.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
