import{a,b}from"./chunk-CE24L5WF.js";import"./chunk-FSESNFDZ.js";import"./chunk-EMZQSMI5.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
