import{a,b}from"./chunk-L7KHJM22.js";import"./chunk-PSNUWARC.js";import"./chunk-YWYE7Q3W.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
