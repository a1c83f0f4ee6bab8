import{a,b}from"./chunk-OZC4WKH4.js";import"./chunk-JUSOPZBS.js";import"./chunk-AUJUAHYF.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
