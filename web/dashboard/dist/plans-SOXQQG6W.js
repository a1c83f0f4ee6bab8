import{b as a,c as b}from"./chunk-UODZJMPW.js";import"./chunk-5FB55BHL.js";import"./chunk-LBC5552L.js";import"./chunk-OFSSR5F3.js";export{b as NewPlan,a as PlansPage};
