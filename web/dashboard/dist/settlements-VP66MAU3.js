import{a,b}from"./chunk-4LYHHXCE.js";import"./chunk-TPXKV4HD.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
