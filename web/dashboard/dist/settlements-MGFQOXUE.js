import{a,b}from"./chunk-MTPFF4ZD.js";import"./chunk-R3RSLQ5N.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
