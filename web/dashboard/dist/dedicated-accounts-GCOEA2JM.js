import{a,b}from"./chunk-NIQEXRAF.js";import"./chunk-DDM5VYND.js";import"./chunk-THJQQOI5.js";import"./chunk-6RH2UPVW.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
