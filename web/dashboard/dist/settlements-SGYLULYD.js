import{a,b}from"./chunk-ICMRH5UU.js";import"./chunk-BXZNJNAS.js";import"./chunk-5RG53O43.js";import"./chunk-6HGYWMOO.js";export{b as SettlementsList,a as SettlementsPage};
