import{a,b}from"./chunk-GQT6MJEU.js";import"./chunk-U3UD5D2T.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage};
