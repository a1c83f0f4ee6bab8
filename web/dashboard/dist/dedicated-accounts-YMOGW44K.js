import{a,b}from"./chunk-6GCOOH54.js";import"./chunk-HZQRK52J.js";import"./chunk-IVFMLWJN.js";import"./chunk-2YLIIZV7.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
