import{a,b,c,d}from"./chunk-ZG7R72DF.js";import"./chunk-R3RSLQ5N.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
