import{a,b}from"./chunk-ZUY6WWCO.js";import"./chunk-AUJUAHYF.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
