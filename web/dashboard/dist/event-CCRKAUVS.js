import{a,b}from"./chunk-4GI3PRWU.js";import"./chunk-LM46QY2Q.js";import"./chunk-5EAYEW6M.js";import"./chunk-BP2XYOTC.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
