import{a,b}from"./chunk-2URXHR6Y.js";import"./chunk-3JX6OY6N.js";import"./chunk-PP3RZSBN.js";import"./chunk-JRUKK42H.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
