import{a,b,c,d,e}from"./chunk-NMC2D262.js";import"./chunk-YWYE7Q3W.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
