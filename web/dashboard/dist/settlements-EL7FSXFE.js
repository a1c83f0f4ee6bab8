import{a,b}from"./chunk-CKKQBT5I.js";import"./chunk-7B3MFVQV.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
