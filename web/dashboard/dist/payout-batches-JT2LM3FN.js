import{a,b,c}from"./chunk-RRLPILFO.js";import"./chunk-BUMKX5UC.js";import"./chunk-A3CCJNAU.js";import"./chunk-OHN7FGHO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
