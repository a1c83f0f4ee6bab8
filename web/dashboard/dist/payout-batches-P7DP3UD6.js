import{a,b,c}from"./chunk-3LA2XIHT.js";import"./chunk-CPVBGXUQ.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
