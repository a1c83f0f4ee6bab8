import{a,b}from"./chunk-5FGJVB3D.js";import"./chunk-3XX35I6O.js";import"./chunk-JRUKK42H.js";import"./chunk-OFSSR5F3.js";export{b as SubaccountDialog,a as SubaccountsPage};
