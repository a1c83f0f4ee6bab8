import{b as a,c as b}from"./chunk-V4CA7BQC.js";import"./chunk-NHUX2LF2.js";import"./chunk-G6OIBO3Y.js";import"./chunk-7UH3NCOA.js";import"./chunk-OHN7FGHO.js";export{b as NewPlan,a as PlansPage};
