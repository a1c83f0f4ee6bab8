import{a,b}from"./chunk-KC5XTXAB.js";import"./chunk-Q3LISIVY.js";import"./chunk-JPXB3CLY.js";import"./chunk-QBVCQHIR.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
