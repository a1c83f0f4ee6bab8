import{a,b,c}from"./chunk-5DBXD5DY.js";import"./chunk-BXZNJNAS.js";import"./chunk-5RG53O43.js";import"./chunk-6HGYWMOO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
