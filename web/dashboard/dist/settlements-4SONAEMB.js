import{a,b}from"./chunk-KD5BWENW.js";import"./chunk-U3UD5D2T.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
