import{a,b}from"./chunk-ZKRS6YWS.js";import"./chunk-ES4XWBJM.js";import"./chunk-6RH2UPVW.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
