import{a,b}from"./chunk-DRBHARZ5.js";import"./chunk-O6RECIKO.js";import"./chunk-PA3YNGNK.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
