import{a,b}from"./chunk-FPVD75KN.js";import"./chunk-JUSOPZBS.js";import"./chunk-U2Z6P7Y5.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
