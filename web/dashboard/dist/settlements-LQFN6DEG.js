import{a,b}from"./chunk-AIZ7CQAF.js";import"./chunk-CPVBGXUQ.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
