import{a,b}from"./chunk-WEJ7F36B.js";import"./chunk-JWGSWBFW.js";import"./chunk-H2AB264Y.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
