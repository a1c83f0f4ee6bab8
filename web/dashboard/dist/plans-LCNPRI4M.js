import{b as a,c as b}from"./chunk-DFPRPOBG.js";import"./chunk-LLKIEA3R.js";import"./chunk-BUQSOQF4.js";import"./chunk-EKKJOZKB.js";import"./chunk-OHN7FGHO.js";export{b as NewPlan,a as PlansPage};
