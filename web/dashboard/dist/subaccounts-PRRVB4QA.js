import{a,b}from"./chunk-MZHGMH7B.js";import"./chunk-T665EYYZ.js";import"./chunk-7B3MFVQV.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
