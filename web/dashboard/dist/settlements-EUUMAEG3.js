import{a,b}from"./chunk-JYCC74KX.js";import"./chunk-2YLIIZV7.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
