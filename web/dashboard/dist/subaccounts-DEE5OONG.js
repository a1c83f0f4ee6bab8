import{a,b}from"./chunk-XERUZPJD.js";import"./chunk-YCP2EB5M.js";import"./chunk-BB2JVFAD.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
