import{b as a,c as b}from"./chunk-JIG5HW2U.js";import"./chunk-SG5UH7RI.js";import"./chunk-6K2QCG5N.js";import"./chunk-BPG4QDTF.js";import"./chunk-OHN7FGHO.js";export{b as NewPlan,a as PlansPage};
