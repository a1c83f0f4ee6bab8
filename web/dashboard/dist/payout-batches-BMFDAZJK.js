import{a,b,c}from"./chunk-NF62BFHW.js";import"./chunk-7LH22U77.js";import"./chunk-FTSCD5D4.js";import"./chunk-OHN7FGHO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
