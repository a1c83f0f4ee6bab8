import{a,b,c}from"./chunk-GZYOJKCP.js";import"./chunk-LTVQHWWK.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
