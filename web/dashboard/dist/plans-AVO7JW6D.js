import{b as a,c as b}from"./chunk-2SAI5YOX.js";import"./chunk-VYBA43IK.js";import"./chunk-LMRY6G2M.js";import"./chunk-OFSSR5F3.js";export{b as NewPlan,a as PlansPage};
