import{a,b}from"./chunk-K5SHZSPX.js";import"./chunk-TPXKV4HD.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage};
