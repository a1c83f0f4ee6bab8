import{a,b}from"./chunk-T6SFISLS.js";import"./chunk-NW52RCHF.js";import"./chunk-LTVQHWWK.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
