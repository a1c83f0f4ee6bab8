-- A subaccount's other bank account: it waits, and nothing is paid out meanwhile.
create table account_change (
  business_id         uuid not null,
  mode                text not null check (mode in ('test', 'live')),
  change_id           uuid not null,
  subaccount_id       uuid not null,
  state               text not null check (state in ('waiting', 'effective', 'cancelled')),
  from_bank_code      text not null,
  from_account_number text not null,
  from_account_name   text not null,
  to_bank_code        text not null,
  to_account_number   text not null,
  to_account_name     text not null,
  -- A login, by page or by a key that it made; null: by a key that the service made.
  asked_by            uuid,
  asked_by_name       text not null,
  -- Null: a second person must approve.
  effective_at        timestamptz,
  decided_by_email    text,
  decided_at          timestamptz,
  created_at          timestamptz not null,

  primary key (business_id, mode, change_id),
  check ((state = 'waiting') = (decided_at is null))
);

-- Of a subaccount one change waits at a time.
create unique index account_change_waiting on account_change (business_id, mode, subaccount_id)
  where state = 'waiting';

-- How often that of one subaccount was changed of late.
create index account_change_of on account_change (business_id, mode, subaccount_id, created_at);

create index account_change_due on account_change (effective_at)
  where state = 'waiting' and effective_at is not null;

-- Whether only a second person makes a change effective.
alter table business_mode add column four_eyes boolean not null default false;

alter table event
  drop constraint event_type_check,
  add constraint event_type_check check (type in (
    'transaction.success', 'transaction.failed', 'transaction.abandoned', 'transaction.displaced',
    'transfer.received', 'bank_transfer.rejected', 'refund.processed', 'refund.failed',
    'payout.success', 'payout.failed', 'identity.verified', 'dedicated_virtual_account.created',
    'card_testing.stopped', 'subaccount.account_change', 'webhook.test'
  ));

-- What an owner is told, where the mail has no link of its own.
alter table login_letter
  add column note text,
  drop constraint login_letter_kind_check,
  add constraint login_letter_kind_check check (
    kind in ('invitation', 'password_reset', 'held_off', 'account_change')
  ),
  add constraint login_letter_note_check check ((kind = 'account_change') = (note is not null));
