import{a,b,c}from"./chunk-RU66L3IV.js";import"./chunk-LBC5552L.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
