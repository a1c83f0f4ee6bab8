import{a,b}from"./chunk-7JSW3FEQ.js";import"./chunk-EG5J5BK5.js";import"./chunk-DIIT2VF7.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
