import{a,b}from"./chunk-CAAC7M3L.js";import"./chunk-ANOGUZ6S.js";import"./chunk-ZUWS2G4N.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
