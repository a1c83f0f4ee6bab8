import{a,b}from"./chunk-6OTOLMUK.js";import"./chunk-JUSOPZBS.js";import"./chunk-QBVCQHIR.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
