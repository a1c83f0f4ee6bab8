import{a,b,c,d}from"./chunk-OMIB44WV.js";import"./chunk-LMRY6G2M.js";import"./chunk-OFSSR5F3.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
