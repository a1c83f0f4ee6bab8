import{a,b}from"./chunk-AUOLVXLI.js";import"./chunk-LPKYO7KV.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
