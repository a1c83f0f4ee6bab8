import{a,b}from"./chunk-GXYU53TV.js";import"./chunk-ENQVVAW2.js";import"./chunk-IO5L6NN3.js";import"./chunk-OHN7FGHO.js";export{b as SettlementsList,a as SettlementsPage};
