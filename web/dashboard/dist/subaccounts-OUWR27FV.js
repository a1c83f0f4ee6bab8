import{a,b}from"./chunk-XW6CO7KJ.js";import"./chunk-XSZ2KTN2.js";import"./chunk-U2Z6P7Y5.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
