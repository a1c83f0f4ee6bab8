import{a,b}from"./chunk-I6USKRUD.js";import"./chunk-JUSOPZBS.js";import"./chunk-HGBMHP5U.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
