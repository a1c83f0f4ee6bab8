import{a,b}from"./chunk-KGIWFSS5.js";import"./chunk-ZF2OEZFT.js";import"./chunk-BMYRYGVT.js";import"./chunk-L5YXBBG5.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
