-- A server's payment takes its reference from a payment that was made with the public key: that one
-- keeps the name, but is displaced, and the name leads to the server's.

alter table transaction
  add column displaced boolean not null default false;
alter table transaction
  drop constraint transaction_reference_is_unique,
  -- Who displaces is never displaced: a reference has one holder, and at most one beside it.
  add constraint transaction_reference_is_unique unique (business_id, mode, reference, displaced),
  add constraint transaction_is_displaced_only_if_public_and_closed check (
    not displaced or (made_with = 'public' and status not in ('pending', 'ongoing'))
  );

-- They are listed apart.
create index transaction_displaced on transaction (business_id, mode, id) where displaced;

alter table event
  drop constraint event_type_check,
  add constraint event_type_check check (type in (
    'transaction.success', 'transaction.failed', 'transaction.abandoned', 'transaction.displaced',
    'transfer.received', 'bank_transfer.rejected', 'refund.processed', 'refund.failed',
    'payout.success', 'payout.failed', 'identity.verified', 'dedicated_virtual_account.created',
    'webhook.test'
  ));
