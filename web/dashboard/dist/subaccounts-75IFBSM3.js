import{a,b}from"./chunk-A2SLWSOO.js";import"./chunk-ZDQQ65XO.js";import"./chunk-DKYMJQOX.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
