import{a,b,c,d}from"./chunk-RLIVZ3Z6.js";import"./chunk-YWYE7Q3W.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
