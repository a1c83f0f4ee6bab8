import{a,b}from"./chunk-NR3UDXOI.js";import"./chunk-O3WSK72F.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
