import{a,b}from"./chunk-CDJIYRBS.js";import"./chunk-H2AB264Y.js";import"./chunk-OFSSR5F3.js";export{b as SettlementsList,a as SettlementsPage};
