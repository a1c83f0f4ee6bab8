import{a,b}from"./chunk-KXJJ7DGO.js";import"./chunk-7LH22U77.js";import"./chunk-FTSCD5D4.js";import"./chunk-OHN7FGHO.js";export{b as SettlementsList,a as SettlementsPage};
