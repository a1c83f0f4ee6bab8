import{a,b,c}from"./chunk-FS4JD5VQ.js";import"./chunk-XTVQW2AL.js";import"./chunk-M2CULNHD.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
