import{a,b}from"./chunk-PF5GCKCZ.js";import"./chunk-VG75Y7AL.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
