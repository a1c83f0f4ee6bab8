import{a,b}from"./chunk-OMTGSQYW.js";import"./chunk-FNEAO72M.js";import"./chunk-WZPRN3AU.js";import"./chunk-BP2XYOTC.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
