import{a,b}from"./chunk-LMOSXCDY.js";import"./chunk-MJA7F3M7.js";import"./chunk-YIWUXHWI.js";import"./chunk-ISGUEPSF.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
