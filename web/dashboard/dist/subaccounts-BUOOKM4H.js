import{a,b}from"./chunk-4KZPSUKQ.js";import"./chunk-IVFMLWJN.js";import"./chunk-2YLIIZV7.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
