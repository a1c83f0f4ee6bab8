import{a,b}from"./chunk-SQLJTQBD.js";import"./chunk-764DTIIZ.js";import"./chunk-KS3VIIDF.js";import"./chunk-HGBMHP5U.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
