import{a,b}from"./chunk-PM7JYDLO.js";import"./chunk-6SWXLR2J.js";import"./chunk-I6MRUMQ7.js";import"./chunk-VQRR4SF5.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
