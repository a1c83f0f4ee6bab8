import{a,b}from"./chunk-PYXIFYSP.js";import"./chunk-KV2VN3OW.js";import"./chunk-M3R27YR2.js";import"./chunk-BB2JVFAD.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
