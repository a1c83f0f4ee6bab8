import{a,b,c,d,e}from"./chunk-KBRCMD27.js";import"./chunk-7B3MFVQV.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
