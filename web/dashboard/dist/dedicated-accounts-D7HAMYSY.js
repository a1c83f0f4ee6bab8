import{a,b}from"./chunk-EGEPL2XO.js";import"./chunk-3UQLNIUV.js";import"./chunk-NW52RCHF.js";import"./chunk-LTVQHWWK.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
