import{a,b,c,d}from"./chunk-P63A7NUC.js";import"./chunk-R2U5VX46.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
