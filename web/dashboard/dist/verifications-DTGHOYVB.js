import{a,b,c,d}from"./chunk-AA4P6WES.js";import"./chunk-LBC5552L.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
