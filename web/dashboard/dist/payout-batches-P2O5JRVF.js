import{a,b,c}from"./chunk-B3RUSG4E.js";import"./chunk-6K2QCG5N.js";import"./chunk-BPG4QDTF.js";import"./chunk-OHN7FGHO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
