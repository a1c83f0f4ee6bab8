import{a,b,c,d,e}from"./chunk-G2RMUEF6.js";import"./chunk-H2AB264Y.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
