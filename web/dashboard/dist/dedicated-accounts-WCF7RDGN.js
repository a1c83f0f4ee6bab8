import{a,b}from"./chunk-2FJQAOP2.js";import"./chunk-RHXF7KTW.js";import"./chunk-T665EYYZ.js";import"./chunk-7B3MFVQV.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
