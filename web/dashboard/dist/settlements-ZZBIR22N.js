import{a,b}from"./chunk-IQ7GSGLB.js";import"./chunk-OZROA7WG.js";import"./chunk-J77KQC42.js";import"./chunk-JAQ4KSUV.js";import"./chunk-6HGYWMOO.js";export{b as SettlementsList,a as SettlementsPage};
