import{a,b}from"./chunk-YIP5WJUI.js";import"./chunk-6OOTG574.js";import"./chunk-TPXKV4HD.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
