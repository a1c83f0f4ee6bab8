import{b as a,c as b}from"./chunk-KYF3Q7I7.js";import"./chunk-LUEHXTZE.js";import"./chunk-XWNND2ZQ.js";import"./chunk-QITHB3VQ.js";import"./chunk-6HGYWMOO.js";export{b as NewPlan,a as PlansPage};
