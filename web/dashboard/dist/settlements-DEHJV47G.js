import{a,b}from"./chunk-XYWB2VTH.js";import"./chunk-OY6M64YW.js";import"./chunk-ZO5AQCE5.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
