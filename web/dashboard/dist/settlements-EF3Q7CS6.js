import{a,b}from"./chunk-ASLSYMXK.js";import"./chunk-PA3YNGNK.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
