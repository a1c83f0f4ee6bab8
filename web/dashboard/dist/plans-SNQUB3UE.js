import{b as a,c as b}from"./chunk-54AWDCCN.js";import"./chunk-IIUBXNLI.js";import"./chunk-A3Q5PTQV.js";import"./chunk-JLAFHBWD.js";import"./chunk-OHN7FGHO.js";export{b as NewPlan,a as PlansPage};
