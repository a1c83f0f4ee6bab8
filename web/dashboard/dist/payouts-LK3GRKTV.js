import{a,b,c,d,e}from"./chunk-UQFB723H.js";import"./chunk-BP2XYOTC.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
