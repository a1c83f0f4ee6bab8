import{a,b}from"./chunk-UQGDMTB3.js";import"./chunk-WZPRN3AU.js";import"./chunk-BP2XYOTC.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
