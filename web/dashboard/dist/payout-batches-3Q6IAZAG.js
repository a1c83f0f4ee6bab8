import{a,b,c}from"./chunk-S3DB6VNV.js";import"./chunk-7B3MFVQV.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
