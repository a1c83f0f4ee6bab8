import{a,b}from"./chunk-J4GTJW72.js";import"./chunk-T26KFNG4.js";import"./chunk-PA3YNGNK.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
