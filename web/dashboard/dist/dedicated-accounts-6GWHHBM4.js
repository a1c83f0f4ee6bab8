import{a,b}from"./chunk-6IC5EI7M.js";import"./chunk-DVHPKGUS.js";import"./chunk-OLB6YIJQ.js";import"./chunk-ZO5AQCE5.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
