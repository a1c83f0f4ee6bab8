import{a,b}from"./chunk-BBUZMMW6.js";import"./chunk-VJBCLBT4.js";import"./chunk-TUW2YMR6.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
