import{a,b}from"./chunk-BUHSUMTR.js";import"./chunk-CZ7V4M65.js";import"./chunk-VFJ5E753.js";import"./chunk-DAK36AIL.js";import"./chunk-KI6DJEGH.js";export{b as SettlementsList,a as SettlementsPage};
