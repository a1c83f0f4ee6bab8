import{b as a,c as b}from"./chunk-LNBT3CSN.js";import"./chunk-CMZT2RED.js";import"./chunk-VCIODXYE.js";import"./chunk-OFSSR5F3.js";export{b as NewPlan,a as PlansPage};
