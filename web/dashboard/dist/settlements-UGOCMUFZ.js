import{a,b}from"./chunk-FMXMQUMU.js";import"./chunk-LMRY6G2M.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
