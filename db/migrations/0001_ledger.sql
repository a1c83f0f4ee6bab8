-- Money lives here and nowhere else. Amounts are whole kobo. Only src/ledger/ writes these tables.

create table ledger_account (
  business_id     uuid not null,
  mode            text not null check (mode in ('test', 'live')),
  name            text not null,
  -- A wallet may not go below zero; a rail's clearing account may.
  overdraft       boolean not null,
  debits_pending  bigint not null default 0 check (debits_pending >= 0),
  debits_posted   bigint not null default 0 check (debits_posted >= 0),
  credits_pending bigint not null default 0 check (credits_pending >= 0),
  credits_posted  bigint not null default 0 check (credits_posted >= 0),
  created_at      timestamptz not null,

  primary key (business_id, mode, name),
  constraint ledger_account_not_overdrawn
    check (overdraft or credits_posted >= debits_posted + debits_pending)
) with (fillfactor = 50);

-- One entry moves one amount from one account to another. It is never changed: a hold is closed by
-- a second row, step 2 of the same cause and reason. So the key says what can never happen twice:
-- one cause (a payment, a deposit) takes or gives for one reason once, and a hold closes once.
create table ledger_entry (
  business_id    uuid not null,
  mode           text not null check (mode in ('test', 'live')),
  cause_id       uuid not null,
  reason         text not null,
  step           smallint not null check (step in (1, 2)),
  kind           text not null check (kind in ('post', 'hold', 'post_hold', 'void_hold')),
  debit_account  text not null,
  credit_account text not null,
  amount         bigint not null check (amount > 0),
  -- When it happened in the world, and when we wrote it.
  occurred_at    timestamptz not null,
  created_at     timestamptz not null,

  primary key (business_id, mode, cause_id, reason, step),
  check (debit_account <> credit_account),
  check ((step = 2) = (kind in ('post_hold', 'void_hold')))
);

comment on table ledger_entry is 'append-only';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '55000';
end $$;

create trigger ledger_entry_is_append_only
  before update or delete on ledger_entry for each row execute function refuse_change();
create trigger ledger_entry_is_never_emptied
  before truncate on ledger_entry execute function refuse_change();

-- Writes entries, one per array index, and brings the accounts up to date: one update an account
-- whatever the number of its entries. Accounts are locked in the order of their key, so that two
-- batches over the same accounts wait for each other and never deadlock. Raises, and writes
-- nothing, when an account is missing, would be overdrawn, or an entry is there already.
create function ledger_write(
  businesses uuid[], modes text[], causes uuid[], reasons text[], kinds text[],
  debits text[], credits text[], amounts bigint[], occurred timestamptz[], written timestamptz
) returns void language plpgsql as $$
declare
  wanted integer;
  found_accounts integer;
begin
  select count(*) into wanted
  from (
    select b, m, d from unnest(businesses, modes, debits) as e (b, m, d)
    union
    select b, m, c from unnest(businesses, modes, credits) as e (b, m, c)
  ) named;

  perform 1
  from ledger_account a
  where a.business_id = any(businesses) and a.name = any(debits || credits)
    and (a.business_id, a.mode, a.name) in (
      select b, m, d from unnest(businesses, modes, debits) as e (b, m, d)
      union all
      select b, m, c from unnest(businesses, modes, credits) as e (b, m, c)
    )
  order by a.business_id, a.mode, a.name
  for update;
  get diagnostics found_accounts = row_count;
  if found_accounts <> wanted then
    raise exception 'an entry needs two accounts that exist' using errcode = '23503';
  end if;

  insert into ledger_entry (
    business_id, mode, cause_id, reason, step, kind,
    debit_account, credit_account, amount, occurred_at, created_at
  )
  select b, m, s, r, case when k in ('post', 'hold') then 1 else 2 end, k, d, c, a, o, written
  from unnest(businesses, modes, causes, reasons, kinds, debits, credits, amounts, occurred)
    as e (b, m, s, r, k, d, c, a, o);

  update ledger_account a
  set debits_posted = a.debits_posted + moved.debits_posted,
      debits_pending = a.debits_pending + moved.debits_pending,
      credits_posted = a.credits_posted + moved.credits_posted,
      credits_pending = a.credits_pending + moved.credits_pending
  from (
    select b, m, n,
      sum(case when debit and k in ('post', 'post_hold') then amount else 0 end)::bigint
        as debits_posted,
      sum(case when not debit then 0 when k = 'hold' then amount when k = 'post' then 0
        else -amount end)::bigint as debits_pending,
      sum(case when not debit and k in ('post', 'post_hold') then amount else 0 end)::bigint
        as credits_posted,
      sum(case when debit then 0 when k = 'hold' then amount when k = 'post' then 0
        else -amount end)::bigint as credits_pending
    from (
      select b, m, d as n, k, amount, true as debit
      from unnest(businesses, modes, debits, kinds, amounts) as e (b, m, d, k, amount)
      union all
      select b, m, c, k, amount, false
      from unnest(businesses, modes, credits, kinds, amounts) as e (b, m, c, k, amount)
    ) leg
    group by b, m, n
  ) moved
  where a.business_id = any(businesses) and a.name = any(debits || credits)
    and a.business_id = moved.b and a.mode = moved.m and a.name = moved.n;
end $$;
