import{a,b}from"./chunk-VRMQL6BT.js";import"./chunk-HI62QHPW.js";import"./chunk-HEPOHJZK.js";import"./chunk-DAK36AIL.js";import"./chunk-KI6DJEGH.js";export{b as SettlementsList,a as SettlementsPage};
