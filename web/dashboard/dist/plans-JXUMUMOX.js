import{b as a,c as b}from"./chunk-F26IQDZM.js";import"./chunk-5ZSKACD6.js";import"./chunk-7B3MFVQV.js";import"./chunk-OFSSR5F3.js";export{b as NewPlan,a as PlansPage};
