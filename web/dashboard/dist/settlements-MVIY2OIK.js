import{a,b}from"./chunk-2X7FH5HD.js";import"./chunk-H6NFW2TF.js";import"./chunk-O2VZH3CR.js";import"./chunk-DAK36AIL.js";import"./chunk-KI6DJEGH.js";export{b as SettlementsList,a as SettlementsPage};
