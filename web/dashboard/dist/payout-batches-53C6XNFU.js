import{a,b,c}from"./chunk-JZ5ARMF3.js";import"./chunk-ISGUEPSF.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
