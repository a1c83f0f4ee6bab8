import{a,b}from"./chunk-4ZKB63UY.js";import"./chunk-KKDDV2EJ.js";import"./chunk-R3RSLQ5N.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
