import { connectAsOwner } from '../src/platform/db.ts'
import type { PostgresAddress } from './service.ts'

// What deposits are measured against: pgledger (https://github.com/pgr0ss/pgledger), a ledger of
// tables and functions inside PostgreSQL, written anew to do for each transfer what its
// pgledger.sql does, step by step.
//
// (1) The same tables, columns, types, indexes and foreign keys: ids are text, amounts are numeric.
// (2) The same functions in each other: create_transfer makes an array of one and hands it to
//     create_transfers, which sorts the accounts, locks each by a statement of its own, then checks
//     and moves the balances one account at a time, inserts the transfer and each entry by its own
//     statement, and reads the transfers again through a view.
// (3) Each id is the server's uuidv7(), by way of the same two functions, spelled as a ULID by
//     twenty-six assignments in PL/pgSQL, as the pgsql-ulid that it brings along does.
// (4) One call is one transfer is one commit, as its own performance check calls it.
//
// Not its own: the words; a schema instead of its prefix; only what a transfer calls, and nothing
// for PostgreSQL before 18; and the ids of the accounts, which can be worked out from a number.

const PAIRS = 1_000
/** As long as its own ids. Ends in the last three digits of the number. */
const PAYER = 'pgla_00000000000000000000000'
const PAYEE = 'pgla_10000000000000000000000'
const ULID_DIGITS = 26
const BITS_PER_DIGIT = 5
/** A ULID says 130 bits of which a UUID has 128: the first digit says two less. */
const BITS_MISSING = 2

/** What a settlement moves money to: business, fees, VAT, and two that share. */
const PAYEES = 5
const BUSINESSES = 50

export type Pgledger = { spread: string; onePair: string; settlement: string }

/**
 * Statements with the number as $1: between a thousand pairs of accounts, on one of them, and what
 * a settlement moves in one call, five transfers of one of fifty businesses.
 */
export async function makePgledger(address: PostgresAddress): Promise<Pgledger> {
  const sql = connectAsOwner(address)
  try {
    for (const part of [IDS, TABLES, VIEW, CHECK, CREATE]) await sql.unsafe(part)
    await sql`
      insert into pgledger.account (id, name, currency, allow_negative_balance,
        allow_positive_balance, created_at, updated_at)
      select side || lpad(pair::text, 3, '0'), 'bench', 'NGN', true, true, now(), now()
      from unnest(array[${PAYER}, ${PAYEE}]) side, generate_series(0, ${PAIRS - 1}::int) pair
    `
    await sql.unsafe('vacuum (analyze) pgledger.account')
  } finally {
    await sql.end()
  }
  return {
    spread: transferOf('right($1::text, 3)'),
    onePair: transferOf(`'007'`),
    settlement: settlementOf(),
  }
}

/** Rows returned: one a transfer. */
export const SETTLEMENT_ROWS = PAYEES

function settlementOf(): string {
  const business = `$1::text::bigint % ${BUSINESSES}`
  const requests = Array.from({ length: PAYEES }, (_, i) => {
    const payer = `'${PAYER}' || lpad((${business})::text, 3, '0')`
    const payee = `'${PAYEE}' || lpad((${business} * ${PAYEES} + ${i})::text, 3, '0')`
    return `(${payer}, ${payee}, 100000 + right($1::text, 3)::numeric)::pgledger.request`
  })
  return `select id from pgledger.create_transfers(array[${requests.join(', ')}])`
}

function transferOf(pair: string): string {
  const [payer, payee] = [PAYER, PAYEE].map((side) => `'${side}' || ${pair}`)
  const amount = '500000 + right($1::text, 3)::numeric'
  return `select id from pgledger.create_transfer(${payer}, ${payee}, ${amount})`
}

/** The value of one digit, out of the one or two bytes that hold its bits. */
function ulidDigit(digit: number): string {
  const end = (digit + 1) * BITS_PER_DIGIT - BITS_MISSING
  const start = Math.max(0, end - BITS_PER_DIGIT)
  const [first, last] = [start >> 3, (end - 1) >> 3]
  const fromStart = 0xff >> (start & 7)
  const below = (8 - (end & 7)) & 7
  const toEnd = (0xff << below) & 0xff
  const shifted = below === 0 ? '' : ` >> ${below}`
  if (first === last) return `(get_byte(bytes, ${first}) & ${fromStart & toEnd})${shifted}`
  const high = `(get_byte(bytes, ${first}) & ${fromStart}) << ${end & 7}`
  return `(${high}) | ((get_byte(bytes, ${last}) & ${toEnd})${shifted})`
}

const ULID_ASSIGNMENTS = Array.from(
  { length: ULID_DIGITS },
  (_, digit) => `ulid = ulid || chr(get_byte(letters, ${ulidDigit(digit)}));`,
).join('\n    ')

const IDS = `
  create schema pgledger;
  create function pgledger.ulid_of(id uuid) returns text immutable language plpgsql as $$
  declare
    letters bytea = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    bytes bytea = uuid_send(id);
    ulid text = '';
  begin
    ${ULID_ASSIGNMENTS}
    return ulid;
  end $$;
  create function pgledger.has_uuidv7() returns boolean immutable language sql as $$
    select exists (select * from pg_proc where proname = 'uuidv7')
  $$;
  create function pgledger.next_uuid() returns uuid volatile language plpgsql as $$
  declare
    made uuid;
  begin
    if not pgledger.has_uuidv7() then
      raise exception 'PostgreSQL before 18 makes no uuidv7()';
    end if;
    execute 'select uuidv7()' into made;
    return made;
  end $$;
  create function pgledger.next_id(prefix text) returns text volatile language sql as $$
    select prefix || '_' || pgledger.ulid_of(pgledger.next_uuid())
  $$;
`

const TABLES = `
  create table pgledger.account (
    id text primary key default pgledger.next_id('pgla'),
    name text not null,
    currency text not null,
    balance numeric not null default 0,
    version bigint not null default 0,
    allow_negative_balance boolean not null,
    allow_positive_balance boolean not null,
    metadata jsonb,
    created_at timestamptz not null,
    updated_at timestamptz not null
  );
  create table pgledger.transfer (
    id text primary key default pgledger.next_id('pglt'),
    from_account_id text not null references pgledger.account (id),
    to_account_id text not null references pgledger.account (id),
    amount numeric not null,
    created_at timestamptz not null,
    event_at timestamptz not null,
    metadata jsonb,
    check (amount > 0 and from_account_id <> to_account_id)
  );
  create index on pgledger.transfer (from_account_id);
  create index on pgledger.transfer (to_account_id);
  create index on pgledger.transfer (event_at);
  create table pgledger.entry (
    id text primary key default pgledger.next_id('pgle'),
    account_id text not null references pgledger.account (id),
    transfer_id text not null references pgledger.transfer (id),
    amount numeric not null,
    account_previous_balance numeric not null,
    account_current_balance numeric not null,
    account_version bigint not null,
    created_at timestamptz not null
  );
  create index on pgledger.entry (account_id);
  create index on pgledger.entry (transfer_id);
`

const VIEW = `
  create view pgledger.transfer_view as
  select id, from_account_id, to_account_id, amount, created_at, event_at, metadata
  from pgledger.transfer;
`

const CHECK = `
  create function pgledger.check_limits(account pgledger.account) returns void
  language plpgsql as $$
  begin
    if account.balance < 0 and not account.allow_negative_balance then
      raise exception 'account % may not be below zero', account.id;
    end if;
    if account.balance > 0 and not account.allow_positive_balance then
      raise exception 'account % may not be above zero', account.id;
    end if;
  end $$;
`

const CREATE = `
  create type pgledger.request as (payer_id text, payee_id text, moved numeric);
  create function pgledger.create_transfers(requests pgledger.request[],
    happened_at timestamptz default null, about jsonb default null)
  returns setof pgledger.transfer_view language plpgsql as $$
  declare
    request pgledger.request;
    payer pgledger.account;
    payee pgledger.account;
    locked_id text;
    account_ids text[] := '{}';
    made_id text;
    made_ids text[] := '{}';
  begin
    foreach request in array requests loop
      account_ids := array_append(account_ids, request.payer_id);
      account_ids := array_append(account_ids, request.payee_id);
    end loop;
    select array(select distinct id from unnest(account_ids) id order by id) into account_ids;
    foreach locked_id in array account_ids loop
      perform id from pgledger.account where id = locked_id for update;
    end loop;

    foreach request in array requests loop
      if request.moved <= 0 then
        raise exception 'amount % is not positive', request.moved;
      end if;
      if request.payer_id = request.payee_id then
        raise exception 'account % would pay itself', request.payer_id;
      end if;

      update pgledger.account
      set balance = balance - request.moved, version = version + 1, updated_at = now()
      where id = request.payer_id
      returning * into payer;
      perform pgledger.check_limits(payer);
      update pgledger.account
      set balance = balance + request.moved, version = version + 1, updated_at = now()
      where id = request.payee_id
      returning * into payee;
      perform pgledger.check_limits(payee);
      if payer.currency <> payee.currency then
        raise exception '% and % differ', payer.currency, payee.currency;
      end if;

      insert into pgledger.transfer (from_account_id, to_account_id, amount, created_at, event_at,
        metadata)
      values (request.payer_id, request.payee_id, request.moved, now(),
        coalesce(happened_at, now()), about)
      returning id into made_id;
      made_ids := array_append(made_ids, made_id);

      insert into pgledger.entry (account_id, transfer_id, amount, account_previous_balance,
        account_current_balance, account_version, created_at)
      values (request.payer_id, made_id, -request.moved, payer.balance + request.moved,
        payer.balance, payer.version, now());
      insert into pgledger.entry (account_id, transfer_id, amount, account_previous_balance,
        account_current_balance, account_version, created_at)
      values (request.payee_id, made_id, request.moved, payee.balance - request.moved,
        payee.balance, payee.version, now());
    end loop;

    return query
    select * from pgledger.transfer_view where id = any (made_ids) order by id;
  end $$;

  create function pgledger.create_transfer(payer_id text, payee_id text, moved numeric,
    happened_at timestamptz default null, about jsonb default null)
  returns setof pgledger.transfer_view language plpgsql as $$
  begin
    return query
    select * from pgledger.create_transfers(
      requests => array[(payer_id, payee_id, moved)::pgledger.request],
      happened_at => happened_at,
      about => about
    );
  end $$;
`
