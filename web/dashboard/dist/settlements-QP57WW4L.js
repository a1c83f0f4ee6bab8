import{a,b}from"./chunk-RUCYLFRF.js";import"./chunk-ISGUEPSF.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
