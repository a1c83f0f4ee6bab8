import{a,b}from"./chunk-EDZVBQPH.js";import"./chunk-JXGF5NFQ.js";import"./chunk-TCREQY6T.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
