import{a,b}from"./chunk-N2KX42K4.js";import"./chunk-ZIHPA53K.js";import"./chunk-2AGGR6FQ.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
