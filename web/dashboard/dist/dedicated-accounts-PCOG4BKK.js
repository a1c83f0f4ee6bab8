import{a,b}from"./chunk-WOMTEWNH.js";import"./chunk-W3IRM6T4.js";import"./chunk-SYU2OSNL.js";import"./chunk-VG75Y7AL.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
