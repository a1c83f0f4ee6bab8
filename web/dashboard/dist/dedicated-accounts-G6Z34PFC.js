import{a,b}from"./chunk-QGWBHFX6.js";import"./chunk-TLIWNOCG.js";import"./chunk-7357YUYM.js";import"./chunk-RCHW2O4Z.js";import"./chunk-M2CULNHD.js";export{a as DedicatedAccountsPage,b as TIERS};
