import{a,b,c,d}from"./chunk-2JH3WGNK.js";import"./chunk-TUW2YMR6.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
