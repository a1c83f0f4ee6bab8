import{a,b,c}from"./chunk-ZKVZ6A52.js";import"./chunk-ZO5AQCE5.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
