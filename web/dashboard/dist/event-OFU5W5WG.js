import{a,b}from"./chunk-WYQ3COXJ.js";import"./chunk-3JX6OY6N.js";import"./chunk-6CATIQEM.js";import"./chunk-JRUKK42H.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
