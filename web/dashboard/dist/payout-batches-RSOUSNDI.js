import{a,b,c}from"./chunk-RJBYPRNT.js";import"./chunk-RCHW2O4Z.js";import"./chunk-M2CULNHD.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
