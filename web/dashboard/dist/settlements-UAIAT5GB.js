import{a,b}from"./chunk-PACC4GCY.js";import"./chunk-LMKORFES.js";import"./chunk-XWNND2ZQ.js";import"./chunk-QITHB3VQ.js";import"./chunk-6HGYWMOO.js";export{b as SettlementsList,a as SettlementsPage};
