import{a,b,c}from"./chunk-2RP2IAS7.js";import"./chunk-BP2XYOTC.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
