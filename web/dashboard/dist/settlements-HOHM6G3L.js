import{a,b}from"./chunk-H4IIIC47.js";import"./chunk-BB2JVFAD.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
