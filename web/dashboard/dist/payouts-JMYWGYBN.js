import{a,b,c,d,e}from"./chunk-FQUQMN4R.js";import"./chunk-XTVQW2AL.js";import"./chunk-M2CULNHD.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
