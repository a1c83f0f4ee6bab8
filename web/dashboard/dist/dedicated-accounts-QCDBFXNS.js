import{a,b}from"./chunk-EYFNJPZF.js";import"./chunk-ICWBM7OL.js";import"./chunk-KKDDV2EJ.js";import"./chunk-R3RSLQ5N.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
