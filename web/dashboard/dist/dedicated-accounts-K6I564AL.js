import{a,b}from"./chunk-OMBI4CXD.js";import"./chunk-5DWICLS2.js";import"./chunk-Y3OBXBAM.js";import"./chunk-LMRY6G2M.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
