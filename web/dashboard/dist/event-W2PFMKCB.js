import{a,b}from"./chunk-5WUWDLV3.js";import"./chunk-ZIHPA53K.js";import"./chunk-O6VNQ4YT.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
