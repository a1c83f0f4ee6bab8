import{a,b,c}from"./chunk-5ANIR5T4.js";import"./chunk-R2U5VX46.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
