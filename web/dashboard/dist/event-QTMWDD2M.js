import{a,b}from"./chunk-5QUIVZTA.js";import"./chunk-ES4XWBJM.js";import"./chunk-PA3YNGNK.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
