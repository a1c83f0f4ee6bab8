import{a,b}from"./chunk-Y7YEMRQV.js";import"./chunk-MSYAF2A4.js";import"./chunk-JHLGEY3O.js";import"./chunk-LTVQHWWK.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
