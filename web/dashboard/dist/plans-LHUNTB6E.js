import{b as a,c as b}from"./chunk-LVW2PBPV.js";import"./chunk-2SFDWEFV.js";import"./chunk-S6KAE2ZJ.js";import"./chunk-WMMSWUBD.js";import"./chunk-OHN7FGHO.js";export{b as NewPlan,a as PlansPage};
