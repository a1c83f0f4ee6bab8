import{a,b}from"./chunk-E3OJ5KCK.js";import"./chunk-H7HYEO6M.js";import"./chunk-GMRR4WY6.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
