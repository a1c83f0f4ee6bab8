import{a,b}from"./chunk-LS33T7NT.js";import"./chunk-5HO47NHM.js";import"./chunk-VFWYMMRG.js";import"./chunk-7GB4ZMMX.js";import"./chunk-OFSSR5F3.js";export{a as DedicatedAccountsPage,b as TIERS};
