import{a,b}from"./chunk-DBTU4QNA.js";import"./chunk-6RH2UPVW.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
