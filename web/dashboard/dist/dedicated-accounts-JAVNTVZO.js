import{a,b}from"./chunk-5GDGDDYH.js";import"./chunk-GS5WRTV2.js";import"./chunk-FSESNFDZ.js";import"./chunk-EMZQSMI5.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
