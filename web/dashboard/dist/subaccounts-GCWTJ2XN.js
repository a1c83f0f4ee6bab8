import{a,b}from"./chunk-C7GCOQAL.js";import"./chunk-O75HKQS4.js";import"./chunk-PA3YNGNK.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
