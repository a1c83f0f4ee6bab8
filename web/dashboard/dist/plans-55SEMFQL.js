import{b as a,c as b}from"./chunk-XPGM7D7J.js";import"./chunk-TUQ53XK3.js";import"./chunk-VQRR4SF5.js";import"./chunk-OFSSR5F3.js";export{b as NewPlan,a as PlansPage};
