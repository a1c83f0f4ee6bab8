import{a,b}from"./chunk-DVNYMGX3.js";import"./chunk-VD6IEBCC.js";import"./chunk-VG75Y7AL.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
