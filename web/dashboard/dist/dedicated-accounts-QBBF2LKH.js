import{a,b}from"./chunk-MJSF3BXG.js";import"./chunk-OH24DSYO.js";import"./chunk-NSNUU42J.js";import"./chunk-F2NGUXKG.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
