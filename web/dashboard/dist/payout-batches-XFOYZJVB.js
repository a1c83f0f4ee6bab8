import{a,b,c}from"./chunk-HTK6QPPC.js";import"./chunk-PYDXT46X.js";import"./chunk-4PICCZKE.js";import"./chunk-R6KUAWK6.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
