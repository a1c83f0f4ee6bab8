import{a,b}from"./chunk-IZRYRWQR.js";import"./chunk-JRUKK42H.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
