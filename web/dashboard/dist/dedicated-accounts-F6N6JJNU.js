import{a,b}from"./chunk-4BMKBXM5.js";import"./chunk-3VLMH4XO.js";import"./chunk-L5CSZXBL.js";import"./chunk-LBC5552L.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
