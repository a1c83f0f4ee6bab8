import{a,b,c,d}from"./chunk-TJT7NMY5.js";import"./chunk-XTVQW2AL.js";import"./chunk-M2CULNHD.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
