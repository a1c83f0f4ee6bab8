import{a,b}from"./chunk-S3POTOFL.js";import"./chunk-BDNJ4ONF.js";import"./chunk-O75HKQS4.js";import"./chunk-PA3YNGNK.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
