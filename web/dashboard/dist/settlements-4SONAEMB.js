import{a,b}from"./chunk-YNAZ2QT7.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
