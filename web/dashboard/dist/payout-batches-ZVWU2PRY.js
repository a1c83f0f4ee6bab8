import{a,b,c}from"./chunk-QYHBGD4V.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
