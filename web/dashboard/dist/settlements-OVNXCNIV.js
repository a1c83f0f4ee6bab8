import{a,b}from"./chunk-TPPJ2O5I.js";import"./chunk-MWON7LPV.js";import"./chunk-Y7SLZ4FY.js";import"./chunk-DAK36AIL.js";import"./chunk-KI6DJEGH.js";export{b as SettlementsList,a as SettlementsPage};
