import{a,b}from"./chunk-BUYZ7JP4.js";import"./chunk-4DAWLA6V.js";import"./chunk-OGA4OCUA.js";import"./chunk-6HGYWMOO.js";export{b as SettlementsList,a as SettlementsPage};
