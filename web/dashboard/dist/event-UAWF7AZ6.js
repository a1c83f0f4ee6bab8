import{a,b}from"./chunk-MA6FBVZT.js";import"./chunk-SVLPVP62.js";import"./chunk-WKDGK3PA.js";import"./chunk-ISGUEPSF.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
