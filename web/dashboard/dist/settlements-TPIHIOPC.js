import{a,b}from"./chunk-HYIX2FWB.js";import"./chunk-RCHW2O4Z.js";import"./chunk-M2CULNHD.js";export{b as SettlementsList,a as SettlementsPage};
