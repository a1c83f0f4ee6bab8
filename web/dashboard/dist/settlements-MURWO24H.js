import{a,b}from"./chunk-AT4VZFR3.js";import"./chunk-7GB4ZMMX.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
