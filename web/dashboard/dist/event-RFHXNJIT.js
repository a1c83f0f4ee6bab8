import{a,b}from"./chunk-H6GVTTLN.js";import"./chunk-M3R27YR2.js";import"./chunk-POEYPIQ2.js";import"./chunk-7B3MFVQV.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
