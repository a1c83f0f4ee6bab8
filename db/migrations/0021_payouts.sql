-- Money that leaves: from the wallet of a business, or of a subaccount, to an account at a bank.

create table payout (
  business_id    uuid not null,
  mode           text not null check (mode in ('test', 'live')),
  payout_id      uuid not null,
  -- The bank rail that is asked to pay it.
  rail           text not null,
  reference      text not null,
  state          text not null check (state in ('pending', 'success', 'failed')),
  -- Kobo.
  amount         bigint not null check (amount > 0),
  bank_code      text not null,
  account_number text not null,
  -- As the bank answered the name enquiry, and how it calls that answer.
  account_name   text not null,
  enquiry        text not null,
  -- What the business says that it is for.
  reason         text,
  -- Whose money it is, where it is not the business's own.
  subaccount_id  uuid,
  -- A word of ours: why it will never be sent.
  failure        text,
  -- What the bank calls the transfer.
  session_id     text check (length(session_id) <= 64),
  -- When the bank was last asked to transfer. Null: never, or nothing came of it for certain.
  asked_at       timestamptz,
  -- How often the bank was since asked what became of it.
  enquiries      integer not null default 0,
  -- When a chore has to look.
  next_at        timestamptz,
  created_at     timestamptz not null,
  completed_at   timestamptz,

  primary key (business_id, mode, payout_id),
  constraint payout_reference unique (business_id, mode, reference),
  check ((state = 'pending') = (completed_at is null)),
  check ((state = 'pending') = (next_at is not null)),
  check ((state = 'success') = (session_id is not null)),
  check ((state = 'failed') = (failure is not null)),
  check (state <> 'success' or asked_at is not null)
) with (fillfactor = 70);

create index payout_due on payout (next_at) where next_at is not null;
create index payout_of_a_subaccount
  on payout (business_id, mode, subaccount_id, payout_id) where subaccount_id is not null;
create unique index payout_one_of_a_subaccount
  on payout (business_id, mode, subaccount_id)
  where subaccount_id is not null and state = 'pending';

-- What a subaccount is paid out at least: below it, the money waits for more.
alter table business_mode
  add column subaccount_payout_min bigint not null default 5000
    check (subaccount_payout_min >= 100);

-- Which subaccounts may have something to be paid out, so that nobody has to look at all of them.
create table subaccount_payout_schedule (
  business_id   uuid not null,
  mode          text not null check (mode in ('test', 'live')),
  subaccount_id uuid not null,
  -- When to look. Null: nothing came since somebody looked, or a payout is on its way.
  due_at        timestamptz,
  -- Payouts in a row that failed.
  failures      integer not null default 0,

  primary key (business_id, mode, subaccount_id)
) with (fillfactor = 70);

create index subaccount_payout_schedule_due
  on subaccount_payout_schedule (due_at) where due_at is not null;

-- Whatever brings money to what a subaccount has available, a payment or a settlement, writes an
-- entry. An index on the balances would say as much, but every payment would pay for it.
--
-- Who writes an entry has locked the ledger account, and nobody sets due_at to null but under that
-- lock. So what is due here when it is looked at stays so until this entry is seen.
create function subaccount_payout_note() returns trigger language plpgsql as $$
declare
  subaccount uuid := split_part(new.credit_account, '/', 2)::uuid;
begin
  perform 1
  from subaccount_payout_schedule s
  where s.business_id = new.business_id and s.mode = new.mode and s.subaccount_id = subaccount
    and s.due_at is not null;
  if found then
    return null;
  end if;
  insert into subaccount_payout_schedule as s (business_id, mode, subaccount_id, due_at)
  values (new.business_id, new.mode, subaccount, new.created_at)
  on conflict (business_id, mode, subaccount_id) do update
    set due_at = excluded.due_at
    where s.due_at is null;
  return null;
end $$;

create trigger ledger_entry_is_noted_for_payout
  after insert on ledger_entry for each row
  when (new.credit_account ^@ 'available/' and new.kind in ('post', 'post_hold'))
  execute function subaccount_payout_note();
