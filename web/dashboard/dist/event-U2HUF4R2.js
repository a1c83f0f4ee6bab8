import{a,b}from"./chunk-CZMA2SGZ.js";import"./chunk-37VJCQP7.js";import"./chunk-TPXKV4HD.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
