import{a,b,c}from"./chunk-SIBUN5A4.js";import"./chunk-2YLIIZV7.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
