import{a,b}from"./chunk-566VQ3UV.js";import"./chunk-YTC5AZRT.js";import"./chunk-2AGGR6FQ.js";import"./chunk-MHOS6YKS.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
