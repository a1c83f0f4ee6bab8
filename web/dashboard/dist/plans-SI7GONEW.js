import{b as a,c as b}from"./chunk-CBX3MTWB.js";import"./chunk-GMILDNQ2.js";import"./chunk-7T2OARZN.js";import"./chunk-YR2C2FOF.js";import"./chunk-6HGYWMOO.js";export{b as NewPlan,a as PlansPage};
