import{a,b,c}from"./chunk-RSSGE5XB.js";import"./chunk-7T2OARZN.js";import"./chunk-YR2C2FOF.js";import"./chunk-6HGYWMOO.js";export{a as BATCH_STATES,b as PayoutBatchesPage,c as repeatedIn};
