import{a,b,c}from"./chunk-VV4SV5QY.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
