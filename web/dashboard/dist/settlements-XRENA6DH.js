import{a,b}from"./chunk-XVYM63BB.js";import"./chunk-DKYMJQOX.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
