import{a,b,c,d,e}from"./chunk-5SWH6XOL.js";import"./chunk-LMRY6G2M.js";import"./chunk-OFSSR5F3.js";export{b as PAYOUT_MEANING,a as PAYOUT_STATES,e as PayoutDialog,d as PayoutsList,c as PayoutsPage};
