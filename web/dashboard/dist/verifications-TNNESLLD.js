import{a,b,c,d}from"./chunk-RO45Q7ZZ.js";import"./chunk-O3WSK72F.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
