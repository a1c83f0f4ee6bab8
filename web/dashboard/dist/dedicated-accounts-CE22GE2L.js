import{a,b}from"./chunk-RPD5B4V3.js";import"./chunk-KDRC2JD4.js";import"./chunk-G5O63TCY.js";import"./chunk-AUJUAHYF.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
