import{a,b,c,d}from"./chunk-5PQDBL6Q.js";import"./chunk-ZO5AQCE5.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
