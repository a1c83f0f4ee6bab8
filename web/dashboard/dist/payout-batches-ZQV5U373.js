import{a,b,c}from"./chunk-X4O2HDJK.js";import"./chunk-BUQSOQF4.js";import"./chunk-EKKJOZKB.js";import"./chunk-OHN7FGHO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
