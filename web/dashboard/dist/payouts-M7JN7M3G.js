import{a,b,c,d,e}from"./chunk-5R6RIE6U.js";import"./chunk-U3UD5D2T.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
