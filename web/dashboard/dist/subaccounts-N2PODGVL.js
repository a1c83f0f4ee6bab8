import{a,b}from"./chunk-DVNAD7DM.js";import"./chunk-G5O63TCY.js";import"./chunk-AUJUAHYF.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
