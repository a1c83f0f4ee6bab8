-- The least to charge of a kept card that has less than the amount, in kobo.
alter table card_attempt
  add column at_least bigint check (at_least > 0);
