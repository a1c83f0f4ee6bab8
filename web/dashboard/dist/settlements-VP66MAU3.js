import{a,b}from"./chunk-ZPRV5M6K.js";import"./chunk-PA3YNGNK.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
