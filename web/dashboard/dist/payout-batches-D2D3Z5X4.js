import{a,b,c}from"./chunk-6M24SB7A.js";import"./chunk-L5YXBBG5.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
