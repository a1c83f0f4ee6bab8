import{a,b}from"./chunk-5EWVP6GI.js";import"./chunk-WYI5JWC5.js";import"./chunk-O6CBJ4H5.js";import"./chunk-XTVQW2AL.js";import"./chunk-M2CULNHD.js";export{a as DedicatedAccountsPage,b as TIERS};
