import{b as a,c as b}from"./chunk-TL2O3GBU.js";import"./chunk-3H47HLRU.js";import"./chunk-2YLIIZV7.js";import"./chunk-OFSSR5F3.js";export{b as NewPlan,a as PlansPage};
