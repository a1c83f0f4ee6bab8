import{a,b}from"./chunk-5T6NMYTR.js";import"./chunk-NSNUU42J.js";import"./chunk-F2NGUXKG.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
