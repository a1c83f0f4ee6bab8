import{a,b}from"./chunk-FZTDMQUY.js";import"./chunk-5KBKNNPM.js";import"./chunk-U3UD5D2T.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
