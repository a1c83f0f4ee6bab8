import{a,b}from"./chunk-MG3Y25SR.js";import"./chunk-7357YUYM.js";import"./chunk-RCHW2O4Z.js";import"./chunk-M2CULNHD.js";export{b as SubaccountDialog,a as SubaccountsPage};
