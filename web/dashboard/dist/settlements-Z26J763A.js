import{a,b}from"./chunk-FHJ5RBDH.js";import"./chunk-TUW2YMR6.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
