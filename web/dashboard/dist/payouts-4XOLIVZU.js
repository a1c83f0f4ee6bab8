import{a,b,c,d,e}from"./chunk-IEES2HHW.js";import"./chunk-VQRR4SF5.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
