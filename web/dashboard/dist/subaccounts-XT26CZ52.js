import{a,b}from"./chunk-KBIEAKA3.js";import"./chunk-L5CSZXBL.js";import"./chunk-LBC5552L.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
