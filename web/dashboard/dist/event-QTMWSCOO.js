import{a,b}from"./chunk-5AXCY535.js";import"./chunk-KV2VN3OW.js";import"./chunk-LM46QY2Q.js";import"./chunk-BB2JVFAD.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
