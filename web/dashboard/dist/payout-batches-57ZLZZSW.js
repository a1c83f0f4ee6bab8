import{a,b,c}from"./chunk-3OAFMS4K.js";import"./chunk-G6OIBO3Y.js";import"./chunk-7UH3NCOA.js";import"./chunk-OHN7FGHO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
