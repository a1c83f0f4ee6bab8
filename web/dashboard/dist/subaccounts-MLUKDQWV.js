import{a,b}from"./chunk-EWWH5APR.js";import"./chunk-ZR4V3K4V.js";import"./chunk-VCIODXYE.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
