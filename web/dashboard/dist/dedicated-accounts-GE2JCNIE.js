import{a,b}from"./chunk-CWYCSUME.js";import"./chunk-UXP37GOV.js";import"./chunk-6OOTG574.js";import"./chunk-TPXKV4HD.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
