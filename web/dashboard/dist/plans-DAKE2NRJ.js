import{b as a,c as b}from"./chunk-DPASFLN4.js";import"./chunk-YJAAJ6CB.js";import"./chunk-RCHW2O4Z.js";import"./chunk-M2CULNHD.js";export{b as NewPlan,a as PlansPage};
