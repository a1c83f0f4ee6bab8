import{a,b}from"./chunk-ZFXQ2R7L.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
