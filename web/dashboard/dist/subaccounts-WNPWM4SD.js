import{a,b}from"./chunk-BSXCBZ6G.js";import"./chunk-TYLTYD76.js";import"./chunk-R5KRIQQO.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
