import{a,b}from"./chunk-UOSYDFHC.js";import"./chunk-LBC5552L.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
