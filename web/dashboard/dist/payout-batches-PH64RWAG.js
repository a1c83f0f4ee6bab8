import{a,b,c}from"./chunk-RTVQTNDP.js";import"./chunk-OPPEDYHN.js";import"./chunk-E7254SRE.js";import"./chunk-OHN7FGHO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
