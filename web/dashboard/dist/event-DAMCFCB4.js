import{a,b}from"./chunk-N2RIWCXH.js";import"./chunk-HJ4GAY6K.js";import"./chunk-DIIT2VF7.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
