import{a,b}from"./chunk-EYJJ3BD5.js";import"./chunk-H7HYEO6M.js";import"./chunk-PA3YNGNK.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
