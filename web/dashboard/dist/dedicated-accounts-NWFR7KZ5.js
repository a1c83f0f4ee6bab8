import{a,b}from"./chunk-VD3XYI5H.js";import"./chunk-BVQT5H2V.js";import"./chunk-PKHXG2OY.js";import"./chunk-MHOS6YKS.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
