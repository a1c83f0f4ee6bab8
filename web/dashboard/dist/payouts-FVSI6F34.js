import{a,b,c,d,e}from"./chunk-3V5UKKS3.js";import"./chunk-ZO5AQCE5.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
