import{a,b}from"./chunk-7QCL4RXM.js";import"./chunk-KRXVCKKK.js";import"./chunk-DOUYX64X.js";import"./chunk-R2U5VX46.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
