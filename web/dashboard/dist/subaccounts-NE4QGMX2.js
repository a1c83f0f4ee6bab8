import{a,b}from"./chunk-YQKC7VUX.js";import"./chunk-THJQQOI5.js";import"./chunk-6RH2UPVW.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
