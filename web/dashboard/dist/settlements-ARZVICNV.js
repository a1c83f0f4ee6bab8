import{a,b}from"./chunk-LEGCRNJX.js";import"./chunk-LTVQHWWK.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
