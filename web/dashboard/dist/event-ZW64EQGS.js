import{a,b}from"./chunk-P77DKPVL.js";import"./chunk-U2VWDRZ6.js";import"./chunk-WKDGK3PA.js";import"./chunk-O3WSK72F.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
