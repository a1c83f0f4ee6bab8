import{a,b}from"./chunk-6PRQ6GEX.js";import"./chunk-GUJS7LAR.js";import"./chunk-ORLVYTNI.js";import"./chunk-LPKYO7KV.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
