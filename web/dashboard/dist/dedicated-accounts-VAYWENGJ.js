import{a,b}from"./chunk-WIXPIQJ6.js";import"./chunk-WUJ4MX5I.js";import"./chunk-ZR4V3K4V.js";import"./chunk-VCIODXYE.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
