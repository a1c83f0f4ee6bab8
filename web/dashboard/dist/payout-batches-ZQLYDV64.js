import{a,b,c}from"./chunk-TK7RTQKD.js";import"./chunk-VQRR4SF5.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
