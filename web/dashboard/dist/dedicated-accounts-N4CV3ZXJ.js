import{a,b}from"./chunk-3GTDB5L4.js";import"./chunk-Y6WWFGGE.js";import"./chunk-OW6XUGUT.js";import"./chunk-LPKYO7KV.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
