import{a,b}from"./chunk-7PJMHI2U.js";import"./chunk-GUJS7LAR.js";import"./chunk-6IOL7W7M.js";import"./chunk-L5YXBBG5.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
