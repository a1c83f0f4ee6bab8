import{a,b}from"./chunk-KQZLU2NJ.js";import"./chunk-EMZQSMI5.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
