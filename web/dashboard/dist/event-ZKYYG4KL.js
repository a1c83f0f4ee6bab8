import{a,b}from"./chunk-SASDCWAL.js";import"./chunk-3JX6OY6N.js";import"./chunk-AFCVKM7V.js";import"./chunk-JRUKK42H.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
