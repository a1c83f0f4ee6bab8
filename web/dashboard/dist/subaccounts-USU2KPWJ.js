import{a,b}from"./chunk-VSJG2FZG.js";import"./chunk-OLB6YIJQ.js";import"./chunk-ZO5AQCE5.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
