import{a,b}from"./chunk-4WL4EL5Z.js";import"./chunk-SVLPVP62.js";import"./chunk-OOWBCYFK.js";import"./chunk-ISGUEPSF.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
