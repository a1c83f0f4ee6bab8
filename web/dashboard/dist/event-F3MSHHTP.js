import{a,b}from"./chunk-DMJTYC3K.js";import"./chunk-JUSOPZBS.js";import"./chunk-7GB4ZMMX.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
