import{a,b}from"./chunk-U4L5LHZW.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
