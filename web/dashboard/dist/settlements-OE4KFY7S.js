import{a,b}from"./chunk-ARK4L3KG.js";import"./chunk-L5YXBBG5.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
