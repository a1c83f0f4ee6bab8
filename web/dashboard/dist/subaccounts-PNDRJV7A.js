import{a,b}from"./chunk-QA4NC7NT.js";import"./chunk-I6MRUMQ7.js";import"./chunk-VQRR4SF5.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
