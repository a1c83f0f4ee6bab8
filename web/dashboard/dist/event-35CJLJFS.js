import{a,b}from"./chunk-MSYVXNHY.js";import"./chunk-GUJS7LAR.js";import"./chunk-P3KI63K5.js";import"./chunk-LMRY6G2M.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
