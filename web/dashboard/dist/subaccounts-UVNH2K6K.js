import{a,b}from"./chunk-PLMA7XRR.js";import"./chunk-BMYRYGVT.js";import"./chunk-L5YXBBG5.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
