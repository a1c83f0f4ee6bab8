import{b as a,c as b}from"./chunk-ATZQOVP6.js";import"./chunk-CDQGSJXZ.js";import"./chunk-BP2XYOTC.js";import"./chunk-OFSSR5F3.js";export{b as NewPlan,a as PlansPage};
