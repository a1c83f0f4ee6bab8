import{a,b}from"./chunk-I5OW4R2R.js";import"./chunk-7NRXTP36.js";import"./chunk-6RH2UPVW.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
