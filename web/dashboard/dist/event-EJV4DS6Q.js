import{a,b}from"./chunk-RV2UR7WV.js";import"./chunk-MSYAF2A4.js";import"./chunk-2ML4WJUD.js";import"./chunk-LTVQHWWK.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
