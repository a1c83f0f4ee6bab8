import{b as a,c as b}from"./chunk-4EQK6UG6.js";import"./chunk-EW62AOTI.js";import"./chunk-4DAWLA6V.js";import"./chunk-OGA4OCUA.js";import"./chunk-6HGYWMOO.js";export{b as NewPlan,a as PlansPage};
