import{a,b}from"./chunk-72G6ZVZT.js";import"./chunk-FRRVB4SJ.js";import"./chunk-U3UD5D2T.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
