import{a,b}from"./chunk-IFCL7O5H.js";import"./chunk-DOUYX64X.js";import"./chunk-R2U5VX46.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
