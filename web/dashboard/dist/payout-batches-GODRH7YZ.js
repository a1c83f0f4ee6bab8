import{a,b,c}from"./chunk-D3WWFH3V.js";import"./chunk-BB2JVFAD.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
