import{a,b}from"./chunk-4QLGFAZJ.js";import"./chunk-4Y5BGMWM.js";import"./chunk-YCP2EB5M.js";import"./chunk-BB2JVFAD.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
