import{a,b}from"./chunk-MKH2GTHL.js";import"./chunk-U2Z6P7Y5.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
