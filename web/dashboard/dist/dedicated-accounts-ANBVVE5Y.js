import{a,b}from"./chunk-TFOKU5X2.js";import"./chunk-TCP72WDW.js";import"./chunk-NTRFI3TP.js";import"./chunk-CPVBGXUQ.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
