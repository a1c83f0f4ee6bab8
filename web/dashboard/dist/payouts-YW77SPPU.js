import{a,b,c,d,e}from"./chunk-QZXHGLA5.js";import"./chunk-LPKYO7KV.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
