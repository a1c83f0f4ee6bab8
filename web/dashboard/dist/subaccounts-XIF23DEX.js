import{a,b}from"./chunk-UJMI3GWK.js";import"./chunk-PKHXG2OY.js";import"./chunk-MHOS6YKS.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
