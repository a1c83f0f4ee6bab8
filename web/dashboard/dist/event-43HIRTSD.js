import{a,b}from"./chunk-ZIWTGG2D.js";import"./chunk-IUZ27WN5.js";import"./chunk-OOWBCYFK.js";import"./chunk-TUW2YMR6.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
