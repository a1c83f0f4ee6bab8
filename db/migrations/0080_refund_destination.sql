-- A refund to another account than the one that paid, and a refund whose provider waits for an
-- account of the customer.
alter table refund
  add column destination_bank_code text,
  add column destination_account_number text,
  add column destination_account_name text,
  add column destination_enquiry text,
  add column needs_account_since timestamptz,
  add constraint refund_destination_check check (
    num_nonnulls(
      destination_bank_code, destination_account_number, destination_account_name,
      destination_enquiry
    ) in (0, 4)
  ) not valid;

alter table alarm
  drop constraint alarm_kind_check,
  add constraint alarm_kind_check check (kind in (
    'balance_below_floor', 'unknown_for_long', 'notification_unread', 'statement_not_matching',
    'credentials_refused', 'refund_needs_account'
  )) not valid;
