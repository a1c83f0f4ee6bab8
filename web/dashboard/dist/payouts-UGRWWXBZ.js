import{a,b,c,d,e}from"./chunk-G6GC5UC4.js";import"./chunk-GMRR4WY6.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
