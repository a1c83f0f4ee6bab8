import{a,b}from"./chunk-FOHQ7BUP.js";import"./chunk-NF2FR4NB.js";import"./chunk-NSTQOQY5.js";import"./chunk-LBC5552L.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
