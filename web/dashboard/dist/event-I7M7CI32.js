import{a,b}from"./chunk-EFPSX3H5.js";import"./chunk-3JX6OY6N.js";import"./chunk-Z2C4MJFC.js";import"./chunk-JRUKK42H.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
