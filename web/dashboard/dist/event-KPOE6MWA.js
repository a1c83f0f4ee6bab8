import{a,b}from"./chunk-2MPGOCWW.js";import"./chunk-6SKU7PP6.js";import"./chunk-H7HYEO6M.js";import"./chunk-U3UD5D2T.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
