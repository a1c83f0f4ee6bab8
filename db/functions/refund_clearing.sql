-- The account through which a refund leaves: by charge, or from a bank account of ours.
create or replace function refund_clearing(one refund) returns text
language sql immutable as $$
  select case
    when one.channel in ('card', 'ussd', 'bank', 'opay') and one.destination_account_number is null
      then 'card_clearing'
    else 'bank_clearing'
  end
$$;
