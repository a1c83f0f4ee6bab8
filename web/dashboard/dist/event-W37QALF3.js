import{a,b}from"./chunk-F4VQML3O.js";import"./chunk-JXGF5NFQ.js";import"./chunk-EMZQSMI5.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
