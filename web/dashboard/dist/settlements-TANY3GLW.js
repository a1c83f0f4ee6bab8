import{a,b}from"./chunk-WKOBAECN.js";import"./chunk-S6KAE2ZJ.js";import"./chunk-WMMSWUBD.js";import"./chunk-OHN7FGHO.js";export{b as SettlementsList,a as SettlementsPage};
