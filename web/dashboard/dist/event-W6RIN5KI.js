import{a,b}from"./chunk-BKQJV54R.js";import"./chunk-JUSOPZBS.js";import"./chunk-F2NGUXKG.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
