import{a,b}from"./chunk-MWFSG5SS.js";import"./chunk-GMRR4WY6.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage};
