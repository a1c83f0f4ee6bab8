import{a,b}from"./chunk-K5UWVFEH.js";import"./chunk-PKT6UYJA.js";import"./chunk-A3Q5PTQV.js";import"./chunk-JLAFHBWD.js";import"./chunk-OHN7FGHO.js";export{b as SettlementsList,a as SettlementsPage};
