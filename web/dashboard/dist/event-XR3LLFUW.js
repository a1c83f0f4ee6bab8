import{a,b}from"./chunk-RK7XLBXV.js";import"./chunk-O6RECIKO.js";import"./chunk-YWYE7Q3W.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
