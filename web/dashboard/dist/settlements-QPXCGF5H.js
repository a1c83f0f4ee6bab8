import{a,b}from"./chunk-LQYBTLKR.js";import"./chunk-YWYE7Q3W.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
