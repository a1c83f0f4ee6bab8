import{a,b}from"./chunk-DTS6FT6N.js";import"./chunk-V762YEEG.js";import"./chunk-7T2OARZN.js";import"./chunk-YR2C2FOF.js";import"./chunk-6HGYWMOO.js";export{b as SettlementsList,a as SettlementsPage};
