import{a,b}from"./chunk-WGH354BR.js";import"./chunk-O6RECIKO.js";import"./chunk-6RH2UPVW.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
