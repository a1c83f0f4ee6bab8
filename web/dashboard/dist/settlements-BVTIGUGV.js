import{a,b}from"./chunk-WZ56W4AY.js";import"./chunk-LRDPIYXI.js";import"./chunk-BUMKX5UC.js";import"./chunk-A3CCJNAU.js";import"./chunk-OHN7FGHO.js";export{b as SettlementsList,a as SettlementsPage};
