import{b as a,c as b}from"./chunk-3U6GSKWQ.js";import"./chunk-UTOJD2OK.js";import"./chunk-ZO5AQCE5.js";import"./chunk-OFSSR5F3.js";export{b as NewPlan,a as PlansPage};
