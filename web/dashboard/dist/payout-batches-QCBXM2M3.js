import{a,b,c}from"./chunk-DWF4RVFW.js";import"./chunk-S6KAE2ZJ.js";import"./chunk-WMMSWUBD.js";import"./chunk-OHN7FGHO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
