import{b as a,c as b}from"./chunk-FWTESDE2.js";import"./chunk-T6XUHDGC.js";import"./chunk-H2AB264Y.js";import"./chunk-OFSSR5F3.js";export{b as NewPlan,a as PlansPage};
