import{a,b,c,d}from"./chunk-Z6TDI5HV.js";import"./chunk-ISGUEPSF.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
