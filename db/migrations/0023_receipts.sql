-- Mail: a receipt for each payment that succeeds, and what a business is to know of its own
-- receivers.

-- Whether customers get receipts.
alter table business_mode add column receipts boolean not null default true;

-- A receipt that a customer is to get, or got.
create table receipt (
  business_id    uuid not null,
  mode           text not null check (mode in ('test', 'live')),
  transaction_id uuid not null,
  state          text not null default 'due' check (state in ('due', 'sent', 'failed')),
  -- While it is due: when it may be sent, or when somebody who sends it has died.
  next_at        timestamptz,
  attempts       smallint not null default 0 check (attempts >= 0),
  -- A word, of the last attempt that failed.
  failure        text,
  created_at     timestamptz not null,
  sent_at        timestamptz,

  primary key (business_id, mode, transaction_id),
  check ((state = 'due') = (next_at is not null)),
  check ((state = 'sent') = (sent_at is not null))
) with (fillfactor = 85);

create index receipt_due on receipt (next_at) where state = 'due';

-- In the database transaction in which these payments succeed. Written for all at once, since every
-- payment comes by here; the settings are read once for each business.
drop function receipt_note(uuid[], text[], uuid[], timestamptz);
create function receipt_note(
  businesses uuid[], modes text[], transactions uuid[], noted timestamptz
) returns void language plpgsql as $$
begin
  insert into receipt (business_id, mode, transaction_id, next_at, created_at)
  select n.business_id, n.mode, n.transaction_id, noted, noted
  from unnest(businesses, modes, transactions) as n (business_id, mode, transaction_id)
  where (n.business_id, n.mode) in (
    select m.business_id, m.mode
    from business_mode m
    where m.business_id = any(businesses) and m.receipts
  )
  on conflict do nothing;
end $$;

-- Notices are mailed to the business, each once; those from before this are only listed.
alter table webhook_notice
  add column next_at  timestamptz,
  add column attempts smallint not null default 0 check (attempts >= 0),
  add column failure  text,
  add column sent_at  timestamptz,
  add check (next_at is null or sent_at is null);

create index webhook_notice_due on webhook_notice (next_at) where next_at is not null;
