import{a,b}from"./chunk-X4E3BGCN.js";import"./chunk-SKSDBW4Y.js";import"./chunk-QGTUV2LF.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
