import{a,b,c}from"./chunk-L76NHRLX.js";import"./chunk-D4RZ7WGD.js";import"./chunk-6HAVPATM.js";import"./chunk-OHN7FGHO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
