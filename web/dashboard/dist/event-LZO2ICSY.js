import{a,b}from"./chunk-NCZAH6YD.js";import"./chunk-JUSOPZBS.js";import"./chunk-R5KRIQQO.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
