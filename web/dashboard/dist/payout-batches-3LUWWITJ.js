import{a,b,c}from"./chunk-RNFK4WNF.js";import"./chunk-LPKYO7KV.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
