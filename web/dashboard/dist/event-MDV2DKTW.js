import{a,b}from"./chunk-EJOLVYEL.js";import"./chunk-JUSOPZBS.js";import"./chunk-YWYE7Q3W.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
