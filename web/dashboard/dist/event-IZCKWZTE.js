import{a,b}from"./chunk-MHQ3S5CN.js";import"./chunk-VD6IEBCC.js";import"./chunk-TCREQY6T.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
