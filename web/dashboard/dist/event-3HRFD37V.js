import{a,b}from"./chunk-7AL62HFV.js";import"./chunk-U2ASIZKR.js";import"./chunk-WKDGK3PA.js";import"./chunk-CPVBGXUQ.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
