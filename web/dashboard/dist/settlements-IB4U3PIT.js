import{a,b}from"./chunk-SNJTJAZ5.js";import"./chunk-DIIT2VF7.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
