import{a,b}from"./chunk-I6CCEXWK.js";import"./chunk-OJ67LV3S.js";import"./chunk-TCREQY6T.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
