import{a,b,c}from"./chunk-MJLIDPRB.js";import"./chunk-XWNND2ZQ.js";import"./chunk-QITHB3VQ.js";import"./chunk-6HGYWMOO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
