import{a,b}from"./chunk-NXCBSVY4.js";import"./chunk-ES4XWBJM.js";import"./chunk-OC7TRQGY.js";import"./chunk-DKYMJQOX.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
