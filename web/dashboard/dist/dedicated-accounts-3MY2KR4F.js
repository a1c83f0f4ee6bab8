import{a,b}from"./chunk-6Y6Y3OZW.js";import"./chunk-3OJ7SYLH.js";import"./chunk-NW52RCHF.js";import"./chunk-LTVQHWWK.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
