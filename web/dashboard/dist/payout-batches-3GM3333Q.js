import{a,b,c}from"./chunk-BHQ7PDHV.js";import"./chunk-MHOS6YKS.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
