import{a,b}from"./chunk-EVTOSRX7.js";import"./chunk-VQRR4SF5.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
