import{a,b,c,d}from"./chunk-ZO72IWJX.js";import"./chunk-R5KRIQQO.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
