import{a,b}from"./chunk-MNFMKTTE.js";import"./chunk-MHOS6YKS.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
