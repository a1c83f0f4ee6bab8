import{b as a,c as b}from"./chunk-R5BBZNTX.js";import"./chunk-OK5U27TT.js";import"./chunk-L5YXBBG5.js";import"./chunk-OFSSR5F3.js";export{b as NewPlan,a as PlansPage};
