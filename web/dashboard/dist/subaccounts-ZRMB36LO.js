import{a,b}from"./chunk-75UOVYEV.js";import"./chunk-Y3OBXBAM.js";import"./chunk-LMRY6G2M.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
