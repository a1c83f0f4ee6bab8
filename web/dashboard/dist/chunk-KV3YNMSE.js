var t={tier_1:{tone:"plain",text:"Tier 1"},tier_3:{tone:"good",text:"Tier 3"}};export{t as a};
