import{a,b}from"./chunk-JV7OG7RX.js";import"./chunk-GUJS7LAR.js";import"./chunk-BIZRA6RH.js";import"./chunk-ZO5AQCE5.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
