import{a,b}from"./chunk-OCIB7VVZ.js";import"./chunk-NF2FR4NB.js";import"./chunk-XLEX3UDW.js";import"./chunk-VCIODXYE.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
