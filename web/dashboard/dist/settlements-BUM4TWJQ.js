import{a,b}from"./chunk-HZ7ES3Y6.js";import"./chunk-XTVQW2AL.js";import"./chunk-M2CULNHD.js";export{b as SettlementsList,a as SettlementsPage};
