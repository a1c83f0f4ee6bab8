import{a,b,c,d}from"./chunk-JO7EOREK.js";import"./chunk-7GB4ZMMX.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
