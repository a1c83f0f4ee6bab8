import{a,b}from"./chunk-XRRTQNXW.js";import"./chunk-JPXB3CLY.js";import"./chunk-QBVCQHIR.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
