import{a,b,c}from"./chunk-PRGNO66J.js";import"./chunk-TUW2YMR6.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
