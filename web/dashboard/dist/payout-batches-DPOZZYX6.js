import{a,b,c}from"./chunk-2F4ILKBI.js";import"./chunk-JRUKK42H.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
