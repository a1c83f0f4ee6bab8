import{a,b}from"./chunk-4FCDKZZL.js";import"./chunk-JXGF5NFQ.js";import"./chunk-R3RSLQ5N.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
