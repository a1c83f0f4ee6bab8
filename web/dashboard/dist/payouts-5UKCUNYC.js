import{a,b,c,d,e}from"./chunk-I7GBI7WI.js";import"./chunk-LBC5552L.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
