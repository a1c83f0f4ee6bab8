import{a,b}from"./chunk-EONTXDDJ.js";import"./chunk-EILTO6FK.js";import"./chunk-PSNUWARC.js";import"./chunk-YWYE7Q3W.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
