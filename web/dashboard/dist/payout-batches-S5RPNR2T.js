import{a,b,c}from"./chunk-VAISAPGW.js";import"./chunk-GSIWBJOM.js";import"./chunk-4HCPLRL4.js";import"./chunk-OHN7FGHO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
