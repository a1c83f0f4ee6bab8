import{a,b}from"./chunk-N3LYPJVL.js";import"./chunk-76OEEEWC.js";import"./chunk-EG5J5BK5.js";import"./chunk-DIIT2VF7.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
