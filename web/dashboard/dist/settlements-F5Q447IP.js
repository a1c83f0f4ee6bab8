import{a,b}from"./chunk-GVXBY5LX.js";import"./chunk-F2NGUXKG.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
