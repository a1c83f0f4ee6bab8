import{b as a,c as b}from"./chunk-NF454H5G.js";import"./chunk-EQ42MKGJ.js";import"./chunk-R2U5VX46.js";import"./chunk-OFSSR5F3.js";export{b as NewPlan,a as PlansPage};
