import{a,b}from"./chunk-G5LN45WQ.js";import"./chunk-EFVEYCL5.js";import"./chunk-ZDQQ65XO.js";import"./chunk-DKYMJQOX.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
