import{a,b}from"./chunk-3CHFGJZG.js";import"./chunk-2UPLIX5A.js";import"./chunk-XSZ2KTN2.js";import"./chunk-U2Z6P7Y5.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
