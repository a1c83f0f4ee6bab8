import{b as a,c as b}from"./chunk-XRYZZAZU.js";import"./chunk-RCXTHRSQ.js";import"./chunk-BUMKX5UC.js";import"./chunk-A3CCJNAU.js";import"./chunk-OHN7FGHO.js";export{b as NewPlan,a as PlansPage};
