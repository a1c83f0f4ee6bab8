import{a,b}from"./chunk-UI36QPS3.js";import"./chunk-MTGXBQDG.js";import"./chunk-QGTUV2LF.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
