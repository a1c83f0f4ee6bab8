import{a,b}from"./chunk-TFPZKHTY.js";import"./chunk-OW6XUGUT.js";import"./chunk-LPKYO7KV.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
