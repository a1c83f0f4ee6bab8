import{a,b}from"./chunk-3CQ52P7N.js";import"./chunk-6K2QCG5N.js";import"./chunk-BPG4QDTF.js";import"./chunk-OHN7FGHO.js";export{b as SettlementsList,a as SettlementsPage};
