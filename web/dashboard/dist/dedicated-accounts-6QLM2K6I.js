import{a,b}from"./chunk-AZEKBDRK.js";import"./chunk-7E5PPMQB.js";import"./chunk-JWGSWBFW.js";import"./chunk-H2AB264Y.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
