import{b as a,c as b}from"./chunk-65FQQNQF.js";import"./chunk-THAUKTFZ.js";import"./chunk-7LH22U77.js";import"./chunk-FTSCD5D4.js";import"./chunk-OHN7FGHO.js";export{b as NewPlan,a as PlansPage};
