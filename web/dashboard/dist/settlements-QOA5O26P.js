import{a,b}from"./chunk-TQPB5BOB.js";import"./chunk-EUTD5742.js";import"./chunk-G4XKZEPL.js";import"./chunk-DAK36AIL.js";import"./chunk-KI6DJEGH.js";export{b as SettlementsList,a as SettlementsPage};
