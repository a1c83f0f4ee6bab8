import{a,b}from"./chunk-FQSHYI34.js";import"./chunk-ZK7ZWFQR.js";import"./chunk-ZO5AQCE5.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
