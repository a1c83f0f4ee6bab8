-- Card testing is stopped, and whoever it was stopped at is told: by an event, and once by mail.

alter table event
  drop constraint event_type_check,
  add constraint event_type_check check (type in (
    'transaction.success', 'transaction.failed', 'transaction.abandoned', 'transaction.displaced',
    'transfer.received', 'bank_transfer.rejected', 'refund.processed', 'refund.failed',
    'payout.success', 'payout.failed', 'identity.verified', 'dedicated_virtual_account.created',
    'card_testing.stopped', 'webhook.test'
  ));

create table card_testing (
  business_id uuid not null,
  mode        text not null check (mode in ('test', 'live')),
  -- To the hour: in one hour nobody is told twice, whichever process sees it.
  began_at    timestamptz not null,
  seen_at     timestamptz not null,
  -- Of the mail.
  next_at     timestamptz,
  attempts    smallint not null default 0 check (attempts >= 0),
  failure     text,
  sent_at     timestamptz,
  primary key (business_id, mode, began_at),
  check (next_at is null or sent_at is null)
);
create index card_testing_due on card_testing (next_at) where next_at is not null;

-- What the limits of card attempts do in test mode: to see it, or to be left alone by them.
alter table business_mode
  add column card_limits text not null default 'on'
    check (card_limits in ('on', 'off', 'paused', 'stopped')),
  add constraint business_mode_has_card_limits_where_money_is_real
    check (mode = 'test' or card_limits = 'on');
