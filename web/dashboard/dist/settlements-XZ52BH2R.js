import{a,b}from"./chunk-WEG3BPVR.js";import"./chunk-HGBMHP5U.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
