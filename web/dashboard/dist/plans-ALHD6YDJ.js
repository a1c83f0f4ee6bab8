import{b as a,c as b}from"./chunk-DTZG5F5O.js";import"./chunk-B33VQS6E.js";import"./chunk-GSIWBJOM.js";import"./chunk-4HCPLRL4.js";import"./chunk-OHN7FGHO.js";export{b as NewPlan,a as PlansPage};
