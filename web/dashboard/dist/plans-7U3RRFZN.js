import{b as a,c as b}from"./chunk-KPCDAV5O.js";import"./chunk-2HGIBAD6.js";import"./chunk-PYDXT46X.js";import"./chunk-4PICCZKE.js";import"./chunk-R6KUAWK6.js";export{b as NewPlan,a as PlansPage};
