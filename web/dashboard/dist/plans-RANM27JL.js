import{b as a,c as b}from"./chunk-AVCHZQEE.js";import"./chunk-Z5WZPE2L.js";import"./chunk-XTVQW2AL.js";import"./chunk-M2CULNHD.js";export{b as NewPlan,a as PlansPage};
