import{a,b,c}from"./chunk-BL43O5Y3.js";import"./chunk-LMRY6G2M.js";import"./chunk-OFSSR5F3.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
