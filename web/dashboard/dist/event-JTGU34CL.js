import{a,b}from"./chunk-MVPQ7L6D.js";import"./chunk-MDNHTPW6.js";import"./chunk-PA3YNGNK.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
