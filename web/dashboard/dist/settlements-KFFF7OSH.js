import{a,b}from"./chunk-TK5LGLEA.js";import"./chunk-BUQSOQF4.js";import"./chunk-EKKJOZKB.js";import"./chunk-OHN7FGHO.js";export{b as SettlementsList,a as SettlementsPage};
