import{a,b}from"./chunk-NNYTONIB.js";import"./chunk-LNEEPN2E.js";import"./chunk-5KBKNNPM.js";import"./chunk-U3UD5D2T.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
