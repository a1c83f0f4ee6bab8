import{a,b}from"./chunk-J533NZWW.js";import"./chunk-SYU2OSNL.js";import"./chunk-VG75Y7AL.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
