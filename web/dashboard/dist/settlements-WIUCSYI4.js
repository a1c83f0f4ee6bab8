import{a,b}from"./chunk-3W3FVF3W.js";import"./chunk-M3EJIRAA.js";import"./chunk-4IKUNS3L.js";import"./chunk-DAK36AIL.js";import"./chunk-KI6DJEGH.js";export{b as SettlementsList,a as SettlementsPage};
