import{a,b,c}from"./chunk-X6UWPPP6.js";import"./chunk-J77KQC42.js";import"./chunk-JAQ4KSUV.js";import"./chunk-6HGYWMOO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
