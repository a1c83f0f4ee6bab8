import{b as a,c as b}from"./chunk-3PXADH5P.js";import"./chunk-RTHKBLSO.js";import"./chunk-J77KQC42.js";import"./chunk-JAQ4KSUV.js";import"./chunk-6HGYWMOO.js";export{b as NewPlan,a as PlansPage};
