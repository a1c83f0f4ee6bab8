import{a,b,c,d,e}from"./chunk-U2LRM7QH.js";import"./chunk-2YLIIZV7.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
