import{a,b,c,d}from"./chunk-7D3F2BJ5.js";import"./chunk-TPXKV4HD.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
