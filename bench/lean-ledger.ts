import { connectAsOwner } from '../src/platform/db.ts'
import type { PostgresAddress } from './service.ts'

// A harder comparison than pgledger.ts: its tables, indexes, locks and checks, done as cheaply as a
// function for one transfer can. Amounts are whole numbers, ids are the server's own uuidv7(), both
// accounts are locked by one statement and both entries inserted by one, and nothing is kept of
// what surrounds them: no arrays, no metadata, no reading at the end of what was written.

const PAIRS = 1_000
/** Ends in the last three digits of the number. */
const PAYER = '0199c0de-0000-7000-8000-000000000'
const PAYEE = '0199c0de-0000-7000-8000-000000001'

/** A statement with the number as $1: a transfer between one of a thousand pairs of accounts. */
export async function makeLeanLedger(address: PostgresAddress): Promise<string> {
  const sql = connectAsOwner(address)
  try {
    await sql.unsafe(TABLES)
    await sql.unsafe(FUNCTION)
    await sql`
      insert into lean.account (id, name, currency, created_at, updated_at)
      select (side || lpad(pair::text, 3, '0'))::uuid, 'bench', 'NGN', now(), now()
      from unnest(array[${PAYER}, ${PAYEE}]) side, generate_series(0, ${PAIRS - 1}::int) pair
    `
    await sql.unsafe('vacuum (analyze) lean.account')
  } finally {
    await sql.end()
  }
  const [payer, payee] = [PAYER, PAYEE].map((side) => `('${side}' || right($1::text, 3))::uuid`)
  const amount = '500000 + right($1::text, 3)::bigint'
  return `select lean.create_transfer(${payer}, ${payee}, ${amount})`
}

const TABLES = `
  create schema lean;
  create table lean.account (
    id uuid primary key,
    name text not null,
    currency text not null,
    balance bigint not null default 0,
    version bigint not null default 0,
    allow_negative_balance boolean not null default true,
    allow_positive_balance boolean not null default true,
    created_at timestamptz not null,
    updated_at timestamptz not null
  );
  create table lean.transfer (
    id uuid primary key default uuidv7(),
    from_account_id uuid not null references lean.account (id),
    to_account_id uuid not null references lean.account (id),
    amount bigint not null,
    created_at timestamptz not null,
    event_at timestamptz not null,
    check (amount > 0 and from_account_id <> to_account_id)
  );
  create index on lean.transfer (from_account_id);
  create index on lean.transfer (to_account_id);
  create index on lean.transfer (event_at);
  create table lean.entry (
    id uuid primary key default uuidv7(),
    account_id uuid not null references lean.account (id),
    transfer_id uuid not null references lean.transfer (id),
    amount bigint not null,
    account_previous_balance bigint not null,
    account_current_balance bigint not null,
    account_version bigint not null,
    created_at timestamptz not null
  );
  create index on lean.entry (account_id);
  create index on lean.entry (transfer_id);
`

const FUNCTION = `
  create function lean.create_transfer(payer_id uuid, payee_id uuid, moved bigint)
  returns uuid language plpgsql as $$
  declare
    payer lean.account;
    payee lean.account;
    transfer_id uuid;
  begin
    if moved <= 0 then
      raise exception 'amount % is not positive', moved;
    end if;

    perform 1 from lean.account where id in (payer_id, payee_id) order by id for update;

    update lean.account
    set balance = balance - moved, version = version + 1, updated_at = now()
    where id = payer_id
    returning * into payer;
    update lean.account
    set balance = balance + moved, version = version + 1, updated_at = now()
    where id = payee_id
    returning * into payee;

    if payer.balance < 0 and not payer.allow_negative_balance then
      raise exception 'account % may not be below zero', payer_id;
    end if;
    if payee.balance > 0 and not payee.allow_positive_balance then
      raise exception 'account % may not be above zero', payee_id;
    end if;
    if payer.currency <> payee.currency then
      raise exception '% and % differ', payer.currency, payee.currency;
    end if;

    insert into lean.transfer (from_account_id, to_account_id, amount, created_at, event_at)
    values (payer_id, payee_id, moved, now(), now())
    returning id into transfer_id;
    insert into lean.entry (account_id, transfer_id, amount, account_previous_balance,
      account_current_balance, account_version, created_at)
    values
      (payer_id, transfer_id, -moved, payer.balance + moved, payer.balance, payer.version, now()),
      (payee_id, transfer_id, moved, payee.balance - moved, payee.balance, payee.version, now());
    return transfer_id;
  end $$;
`
