import{a,b}from"./chunk-F2SDCWYG.js";import"./chunk-XGUJIN7Y.js";import"./chunk-GMRR4WY6.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
