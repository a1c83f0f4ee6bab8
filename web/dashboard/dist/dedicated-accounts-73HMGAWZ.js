import{a,b}from"./chunk-5IBAO6M2.js";import"./chunk-MI3ETCI6.js";import"./chunk-XGUJIN7Y.js";import"./chunk-GMRR4WY6.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
