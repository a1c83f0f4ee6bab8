import{a,b}from"./chunk-WHX2OOCB.js";import"./chunk-V6XIT6GG.js";import"./chunk-2ZHNRAE6.js";import"./chunk-O3WSK72F.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
