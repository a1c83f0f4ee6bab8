import{a,b}from"./chunk-TSMFMQJS.js";import"./chunk-ZIHPA53K.js";import"./chunk-37VJCQP7.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
