import{a,b}from"./chunk-MWMQJV3D.js";import"./chunk-BDXROXFZ.js";import"./chunk-FRRVB4SJ.js";import"./chunk-U3UD5D2T.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
