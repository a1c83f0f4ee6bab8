import{a,b,c,d,e}from"./chunk-5ORSQTMX.js";import"./chunk-RCHW2O4Z.js";import"./chunk-M2CULNHD.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
