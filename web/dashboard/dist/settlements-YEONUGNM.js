import{a,b}from"./chunk-TDOEUICL.js";import"./chunk-QBVCQHIR.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
