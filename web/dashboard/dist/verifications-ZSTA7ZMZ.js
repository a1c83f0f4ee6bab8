import{a,b,c,d}from"./chunk-TK4FNZTU.js";import"./chunk-U2Z6P7Y5.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
