import{a,b,c,d}from"./chunk-ZDV55BAT.js";import"./chunk-VQRR4SF5.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
