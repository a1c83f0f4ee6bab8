import{a,b}from"./chunk-6ALMMXLR.js";import"./chunk-ZGHEYKZ7.js";import"./chunk-T26KFNG4.js";import"./chunk-PA3YNGNK.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
