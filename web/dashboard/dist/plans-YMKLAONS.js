import{b as a,c as b}from"./chunk-MPVLXUDZ.js";import"./chunk-6WHZ6RDS.js";import"./chunk-OPPEDYHN.js";import"./chunk-E7254SRE.js";import"./chunk-OHN7FGHO.js";export{b as NewPlan,a as PlansPage};
