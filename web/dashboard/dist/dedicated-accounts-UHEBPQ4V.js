import{a,b}from"./chunk-ZEXDRA7X.js";import"./chunk-HAEJUBXK.js";import"./chunk-3XX35I6O.js";import"./chunk-JRUKK42H.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
