import{a,b,c}from"./chunk-UHQKQNZI.js";import"./chunk-A3Q5PTQV.js";import"./chunk-JLAFHBWD.js";import"./chunk-OHN7FGHO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
