import{a,b}from"./chunk-XILFDJ22.js";import"./chunk-NTRFI3TP.js";import"./chunk-CPVBGXUQ.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
