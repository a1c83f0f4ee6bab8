import{b as a,c as b}from"./chunk-CK2VNMQ7.js";import"./chunk-QYV4QN6W.js";import"./chunk-BXZNJNAS.js";import"./chunk-5RG53O43.js";import"./chunk-6HGYWMOO.js";export{b as NewPlan,a as PlansPage};
