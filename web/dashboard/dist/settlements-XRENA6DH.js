import{a,b}from"./chunk-6KE6LE5L.js";import"./chunk-GMRR4WY6.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
