import{a,b}from"./chunk-BJP3KJ6U.js";import"./chunk-R5KRIQQO.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
