import{a,b}from"./chunk-OFE3LZQA.js";import"./chunk-MSYAF2A4.js";import"./chunk-AFCVKM7V.js";import"./chunk-LTVQHWWK.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
