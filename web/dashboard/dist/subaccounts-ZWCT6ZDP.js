import{a,b}from"./chunk-CTRETSJG.js";import"./chunk-KS3VIIDF.js";import"./chunk-HGBMHP5U.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
