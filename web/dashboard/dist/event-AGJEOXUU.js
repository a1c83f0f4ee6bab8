import{a,b}from"./chunk-U6ITAVHS.js";import"./chunk-U2VWDRZ6.js";import"./chunk-PP3RZSBN.js";import"./chunk-O3WSK72F.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
