import{a,b,c}from"./chunk-C4E2IILG.js";import"./chunk-O3WSK72F.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
