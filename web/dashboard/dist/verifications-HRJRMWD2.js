import{a,b,c,d}from"./chunk-C75MCKNN.js";import"./chunk-U3UD5D2T.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
