import{a,b}from"./chunk-3A4SHDVL.js";import"./chunk-U2ASIZKR.js";import"./chunk-OOWBCYFK.js";import"./chunk-CPVBGXUQ.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
