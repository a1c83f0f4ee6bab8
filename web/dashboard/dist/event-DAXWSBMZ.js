import{a,b}from"./chunk-YCGK7NMB.js";import"./chunk-ZIHPA53K.js";import"./chunk-Y4TSRZ6K.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
