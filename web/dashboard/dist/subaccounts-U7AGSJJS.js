import{a,b}from"./chunk-YQRTQE7Z.js";import"./chunk-YIWUXHWI.js";import"./chunk-ISGUEPSF.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
