import{a,b,c}from"./chunk-5KEI5V6Q.js";import"./chunk-ENQVVAW2.js";import"./chunk-IO5L6NN3.js";import"./chunk-OHN7FGHO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
