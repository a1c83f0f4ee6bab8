import{a,b}from"./chunk-AAKLITHH.js";import"./chunk-JLAPYEPW.js";import"./chunk-OJ67LV3S.js";import"./chunk-TCREQY6T.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
