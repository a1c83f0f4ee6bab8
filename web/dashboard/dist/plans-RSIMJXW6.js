import{b as a,c as b}from"./chunk-J5QXVCJA.js";import"./chunk-YIL2QAGE.js";import"./chunk-ENQVVAW2.js";import"./chunk-IO5L6NN3.js";import"./chunk-OHN7FGHO.js";export{b as NewPlan,a as PlansPage};
