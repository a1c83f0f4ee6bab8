import{a,b}from"./chunk-G5YBQT3M.js";import"./chunk-YXIZF3XD.js";import"./chunk-TYLTYD76.js";import"./chunk-R5KRIQQO.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
