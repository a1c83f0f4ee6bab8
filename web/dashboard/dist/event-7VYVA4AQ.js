import{a,b}from"./chunk-IZG4CN4C.js";import"./chunk-U2VWDRZ6.js";import"./chunk-Z2C4MJFC.js";import"./chunk-O3WSK72F.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
