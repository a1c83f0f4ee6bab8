import{a,b,c,d}from"./chunk-WS7INNJK.js";import"./chunk-TCREQY6T.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
