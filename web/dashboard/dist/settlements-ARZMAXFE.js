import{a,b}from"./chunk-7QMS2JR2.js";import"./chunk-BP2XYOTC.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
