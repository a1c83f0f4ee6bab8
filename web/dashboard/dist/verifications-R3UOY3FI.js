import{a,b,c,d}from"./chunk-N4XY2LXK.js";import"./chunk-VCIODXYE.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
