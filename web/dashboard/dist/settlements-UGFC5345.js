import{a,b}from"./chunk-PWO56M7Q.js";import"./chunk-OPPEDYHN.js";import"./chunk-E7254SRE.js";import"./chunk-OHN7FGHO.js";export{b as SettlementsList,a as SettlementsPage};
