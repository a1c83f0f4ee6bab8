-- A NIN beside the BVN of a customer's account, and both of the person behind a business, for the
-- account of its wallet. Sealed, each bound to its row; the last four digits can be shown.
alter table virtual_account
  add column nin text,
  add column nin_last4 text;
alter table activation
  add column bvn text,
  add column bvn_last4 text,
  add column nin text,
  add column nin_last4 text;
alter table virtual_account add constraint virtual_account_nin_check
  check ((nin is null) = (nin_last4 is null)) not valid;
alter table activation add constraint activation_numbers_check
  check ((bvn is null) = (bvn_last4 is null) and (nin is null) = (nin_last4 is null)) not valid;
