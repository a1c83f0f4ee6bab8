import{a,b,c,d}from"./chunk-BOXWBC77.js";import"./chunk-RCHW2O4Z.js";import"./chunk-M2CULNHD.js";export{c as SHOWN_HOW,b as VERIFICATION_MEANING,a as VERIFICATION_STATES,d as VerificationsPage};
