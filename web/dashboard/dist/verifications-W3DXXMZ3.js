import{a,b,c,d}from"./chunk-WQPX2HX7.js";import"./chunk-H2AB264Y.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
