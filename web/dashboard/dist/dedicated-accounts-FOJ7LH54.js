import{a,b}from"./chunk-KSIEWVAV.js";import"./chunk-WLHH3LTL.js";import"./chunk-VJBCLBT4.js";import"./chunk-TUW2YMR6.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
