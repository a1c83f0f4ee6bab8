import{a,b}from"./chunk-TW7X4IS3.js";import"./chunk-MSYAF2A4.js";import"./chunk-SIKEVQXT.js";import"./chunk-LTVQHWWK.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
