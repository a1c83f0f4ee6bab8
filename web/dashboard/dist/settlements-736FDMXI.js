import{a,b}from"./chunk-CBLYKWEN.js";import"./chunk-GSIWBJOM.js";import"./chunk-4HCPLRL4.js";import"./chunk-OHN7FGHO.js";export{b as SettlementsList,a as SettlementsPage};
