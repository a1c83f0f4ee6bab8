import{a,b}from"./chunk-SSB6FKCM.js";import"./chunk-QGTUV2LF.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
