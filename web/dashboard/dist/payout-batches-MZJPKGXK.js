import{a,b,c}from"./chunk-VAMJ3TEQ.js";import"./chunk-4DAWLA6V.js";import"./chunk-OGA4OCUA.js";import"./chunk-6HGYWMOO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
