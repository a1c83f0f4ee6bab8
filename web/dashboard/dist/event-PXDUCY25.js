import{a,b}from"./chunk-ZFX32XK5.js";import"./chunk-6SKU7PP6.js";import"./chunk-WDSESW5V.js";import"./chunk-U3UD5D2T.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
