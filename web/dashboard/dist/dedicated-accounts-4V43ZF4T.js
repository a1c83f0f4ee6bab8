import{a,b}from"./chunk-WRK66GBY.js";import"./chunk-VFWR3ZYA.js";import"./chunk-7NRXTP36.js";import"./chunk-6RH2UPVW.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
