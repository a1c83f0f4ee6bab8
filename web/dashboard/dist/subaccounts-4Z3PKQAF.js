import{a,b}from"./chunk-HB7CU5O4.js";import"./chunk-VFWYMMRG.js";import"./chunk-7GB4ZMMX.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
