import{a,b}from"./chunk-UWK5HEUC.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage};
