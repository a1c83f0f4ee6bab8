import{a,b}from"./chunk-HU6VUVPQ.js";import"./chunk-D4RZ7WGD.js";import"./chunk-6HAVPATM.js";import"./chunk-OHN7FGHO.js";export{b as SettlementsList,a as SettlementsPage};
