import{a,b}from"./chunk-BJF24R7K.js";import"./chunk-R2U5VX46.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
