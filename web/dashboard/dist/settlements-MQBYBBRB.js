import{a,b}from"./chunk-NF2V3QC5.js";import"./chunk-JNQMEYAN.js";import"./chunk-CF2WET4T.js";import"./chunk-DAK36AIL.js";import"./chunk-KI6DJEGH.js";export{b as SettlementsList,a as SettlementsPage};
