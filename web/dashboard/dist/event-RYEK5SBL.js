import{a,b}from"./chunk-BZT54XW2.js";import"./chunk-GUJS7LAR.js";import"./chunk-5EAYEW6M.js";import"./chunk-BP2XYOTC.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
