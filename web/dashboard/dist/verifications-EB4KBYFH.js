import{a,b,c,d}from"./chunk-DM2X4NYR.js";import"./chunk-7B3MFVQV.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
