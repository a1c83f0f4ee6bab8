import{a,b}from"./chunk-EDUO3KI7.js";import"./chunk-2ZHNRAE6.js";import"./chunk-O3WSK72F.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
