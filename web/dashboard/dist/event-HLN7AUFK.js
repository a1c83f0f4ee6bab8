import{a,b}from"./chunk-TLRNPEZL.js";import"./chunk-GUJS7LAR.js";import"./chunk-E55TOKGE.js";import"./chunk-VQRR4SF5.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
