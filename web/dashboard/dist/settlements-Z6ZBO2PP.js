import{a,b}from"./chunk-GQXCKQHH.js";import"./chunk-GMRR4WY6.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
