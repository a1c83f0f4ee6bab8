import{a,b}from"./chunk-W7EEJSVF.js";import"./chunk-KV2VN3OW.js";import"./chunk-OOWBCYFK.js";import"./chunk-BB2JVFAD.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
