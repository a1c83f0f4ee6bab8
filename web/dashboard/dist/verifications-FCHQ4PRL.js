import{a,b,c,d}from"./chunk-SMCOQJRY.js";import"./chunk-LPKYO7KV.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
