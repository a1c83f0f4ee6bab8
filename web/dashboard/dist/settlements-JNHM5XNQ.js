import{a,b}from"./chunk-O5YFZRS7.js";import"./chunk-VCIODXYE.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
