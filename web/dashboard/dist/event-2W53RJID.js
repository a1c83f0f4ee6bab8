import{a,b}from"./chunk-AFM7ZLCS.js";import"./chunk-MSYAF2A4.js";import"./chunk-6CATIQEM.js";import"./chunk-LTVQHWWK.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
