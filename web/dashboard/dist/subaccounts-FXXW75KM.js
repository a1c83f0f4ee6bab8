import{a,b}from"./chunk-EYHKTF7J.js";import"./chunk-O6CBJ4H5.js";import"./chunk-XTVQW2AL.js";import"./chunk-M2CULNHD.js";export{b as SubaccountDialog,a as SubaccountsPage};
