import{b as a,c as b}from"./chunk-QQNU5Z3C.js";import"./chunk-DAWACZKF.js";import"./chunk-LPKYO7KV.js";import"./chunk-OFSSR5F3.js";export{b as NewPlan,a as PlansPage};
