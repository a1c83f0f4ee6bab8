import{a,b,c,d,e}from"./chunk-OHLTMLSU.js";import"./chunk-R2U5VX46.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
