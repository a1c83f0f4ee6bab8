import{b as a,c as b}from"./chunk-Z2QDTWVW.js";import"./chunk-2TXHE33L.js";import"./chunk-D4RZ7WGD.js";import"./chunk-6HAVPATM.js";import"./chunk-OHN7FGHO.js";export{b as NewPlan,a as PlansPage};
