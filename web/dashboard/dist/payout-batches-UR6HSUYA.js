import{a,b,c}from"./chunk-Z6D6ZOKN.js";import"./chunk-VCIODXYE.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
