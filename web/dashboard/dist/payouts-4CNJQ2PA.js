import{a,b,c,d,e}from"./chunk-GX6NL2Q7.js";import"./chunk-BB2JVFAD.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
