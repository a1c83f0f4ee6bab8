import{a,b}from"./chunk-SFL7N7YJ.js";import"./chunk-66VK7K5H.js";import"./chunk-PA3YNGNK.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
