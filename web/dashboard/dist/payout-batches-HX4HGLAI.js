import{a,b,c}from"./chunk-YLZD54QD.js";import"./chunk-U3UD5D2T.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
