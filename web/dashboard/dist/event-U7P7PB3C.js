import{a,b}from"./chunk-6HBHPBIK.js";import"./chunk-U2VWDRZ6.js";import"./chunk-6CATIQEM.js";import"./chunk-O3WSK72F.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
