import{a,b}from"./chunk-RVEL4YM4.js";import"./chunk-2324JNI3.js";import"./chunk-PYDXT46X.js";import"./chunk-4PICCZKE.js";import"./chunk-R6KUAWK6.js";export{b as SettlementsList,a as SettlementsPage};
