import{a,b,c}from"./chunk-XPNDCGIY.js";import"./chunk-H2AB264Y.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
