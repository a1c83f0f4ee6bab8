import{a,b}from"./chunk-DFJNSVNN.js";import"./chunk-G6OIBO3Y.js";import"./chunk-7UH3NCOA.js";import"./chunk-OHN7FGHO.js";export{b as SettlementsList,a as SettlementsPage};
