import{a,b}from"./chunk-Q5DFYUIS.js";import"./chunk-TCREQY6T.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
