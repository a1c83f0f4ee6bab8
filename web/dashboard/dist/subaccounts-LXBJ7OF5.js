import{a,b}from"./chunk-KVDR5RTQ.js";import"./chunk-ZUWS2G4N.js";import"./chunk-XBNCNRGY.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
