import { connectAsOwner } from '../src/platform/db.ts'
import { copyOpen, numberCopies, type Pool, poolOf, SHARES } from './payers.ts'
import { PAID, PAYMENT_SESSION } from './payloads.ts'
import type { PostgresAddress } from './service.ts'

// What a settlement is measured against: one function for one payment, as somebody would write it
// who keeps payments in PostgreSQL and nothing else. It writes the rows that the service writes, in
// tables with the columns, constraints and indexes of the service's own, and checks what must be
// checked: the transfer is new, the payment is open, the accounts are locked in one order. It is
// spared what the service does besides: HTTP, the signature, finding out whose account number it
// is, settings (fees and shares stand in the function), JSON of the split in the row, a history.

/** The tables that a settlement writes. */
const TABLES = [
  'deposit_session',
  'deposit',
  'transaction',
  'settlement_item',
  'receipt',
  'event',
  'ledger_entry',
  'ledger_account',
]
const ACCOUNTS = ['bank_clearing', 'fees', 'vat', 'pending']

export type ByHand = { pool: Pool; statement: string }

/** For the payments of this pool, copied to tables of its own. `$1` is the number. */
export async function makeByHand(address: PostgresAddress, pool: Pool): Promise<ByHand> {
  const { digit, payers } = pool
  const ids = payers.map(({ businessId }) => businessId)
  const sql = connectAsOwner(address)
  try {
    await sql.unsafe('create schema by_hand')
    for (const table of TABLES) {
      await sql.unsafe(`create table by_hand.${table} (like public.${table} including all)`)
    }
    await sql.unsafe(
      'create table by_hand.party (business_id uuid primary key, accounts text[] not null)',
    )
    await sql`
      insert into by_hand.ledger_account (business_id, mode, name, overdraft, created_at)
      select business_id, mode, name, overdraft, created_at
      from ledger_account
      where business_id = any(${ids}) and mode = 'test'
        and (name = any(${ACCOUNTS}) or name like 'pending/%')
    `
    await sql`
      insert into by_hand.party
      select business_id, array_agg(name order by name)
      from by_hand.ledger_account
      where name like 'pending/%'
      group by business_id
    `
    await sql.unsafe(FUNCTION)
    await sql.unsafe('vacuum (analyze) by_hand.ledger_account, by_hand.party')
  } finally {
    await sql.end()
  }
  const business = `(array['${ids.join(`','`)}']::uuid[])[1 + $1::text::bigint % ${ids.length}]`
  const accountNumber = `'${digit}' || $1::text`
  const amount = '500000 + right($1::text, 3)::bigint'
  return {
    statement: `select by_hand.settle(${business}, '${PAID}' || ${accountNumber},
      '${PAYMENT_SESSION}' || ${accountNumber}, ${accountNumber}, ${amount}, now())`,
    pool: poolOf(payers, digit, (first, count) => fill(address, digit, first, count)),
  }
}

async function fill(address: PostgresAddress, digit: string, first: number, count: number) {
  const sql = connectAsOwner(address)
  try {
    await sql.begin(async (sql) => {
      await numberCopies(sql, digit, first, count)
      await copyOpen(sql, digit, 'by_hand.transaction')
    })
    await sql.unsafe('analyze by_hand.transaction')
  } finally {
    await sql.end()
  }
}

/** Rows that were settled, of as many. */
export async function countByHand(address: PostgresAddress): Promise<number> {
  const sql = connectAsOwner(address)
  try {
    const [row] = await sql<[{ count: number }]>`
      select count(*)::integer as count from by_hand.transaction where status = 'success'
    `
    return row.count
  } finally {
    await sql.end()
  }
}

const [FIRST_SHARE, SECOND_SHARE] = SHARES as [number, number]

const FUNCTION = `
  create function by_hand.settle(
    business uuid, its_reference text, its_session text, its_account text, paid bigint,
    occurred timestamptz
  ) returns uuid language plpgsql as $$
  declare
    t by_hand.transaction;
    its_deposit uuid := uuidv7();
    others text[];
    its_fee bigint := least(ceil(paid * 150 / 10000.0)::bigint
      + case when paid >= 250000 then 10000 else 0 end, 200000);
    its_vat bigint := (its_fee * 750 + 5000) / 10000;
    first_share bigint := paid * ${FIRST_SHARE} / 100;
    second_share bigint := paid * ${SECOND_SHARE} / 100;
    net bigint := paid - its_fee - its_vat - first_share - second_share;
    authorization_text text;
    payload text;
  begin
    insert into by_hand.deposit_session (mode, rail, session_id, business_id, deposit_id)
    values ('test', 'sandbox', its_session, business, its_deposit)
    on conflict do nothing;
    if not found then
      raise exception 'transfer % has been notified before', its_session;
    end if;

    select * into t
    from by_hand.transaction
    where business_id = business and mode = 'test' and reference = its_reference
    for update;
    if t.status not in ('pending', 'ongoing') or t.amount <> paid then
      raise exception 'payment % is not open, or of another amount', its_reference;
    end if;
    select accounts into others from by_hand.party where business_id = business;

    insert into by_hand.deposit (
      business_id, mode, deposit_id, rail, session_id, account_number, account_kind, amount,
      sender_name, sender_bank_code, sender_account_number, narration, transaction_id, state,
      occurred_at, created_at
    ) values (
      business, 'test', its_deposit, 'sandbox', its_session, its_account, 'one_off', paid,
      'Ngozi Sample', '058', '0123456789', 'For shoes', t.id, 'matched', occurred, now()
    );

    authorization_text := json_build_object(
      'sender_name', 'Ngozi Sample', 'sender_bank', 'Guaranty Trust Bank',
      'sender_bank_code', '058', 'sender_account_number', '******6789',
      'receiver_account_number', its_account, 'receiver_bank', 'Test Bank',
      'narration', 'For shoes', 'session_id', its_session
    );
    update by_hand.transaction
    set status = 'success', version = version + 1, fee = its_fee, vat = its_vat,
      channel = 'bank_transfer', authorization_details = authorization_text,
      gateway_response = 'Approved or completed successfully', paid_at = occurred
    where business_id = business and mode = 'test' and id = t.id;

    insert into by_hand.settlement_item (
      business_id, mode, account, cause_id, kind, amount, occurred_at
    ) values
      (business, 'test', 'pending', t.id, 'payment', net, occurred),
      (business, 'test', others[1], t.id, 'payment', first_share, occurred),
      (business, 'test', others[2], t.id, 'payment', second_share, occurred);
    insert into by_hand.receipt (business_id, mode, transaction_id, next_at, created_at)
    values (business, 'test', t.id, now(), now());

    payload := json_build_object('event', 'transaction.success', 'data', json_build_object(
      'id', t.id, 'domain', t.mode, 'reference', t.reference, 'status', 'success',
      'amount', paid, 'requested_amount', t.requested_amount, 'fees', its_fee + its_vat,
      'net_amount', paid - its_fee - its_vat, 'currency', 'NGN', 'channel', 'bank_transfer',
      'gateway_response', 'Approved or completed successfully', 'paid_at', occurred,
      'created_at', t.created_at, 'expires_at', t.expires_at, 'callback_url', t.callback_url,
      'customer', json_build_object('id', t.customer_id, 'name', t.customer_name,
        'email', t.email, 'phone', t.phone),
      'authorization', authorization_text::json
    ), 'created_at', now());
    insert into by_hand.event (business_id, mode, event_id, type, route, payload, created_at)
    values (business, 'test', uuidv7(), 'transaction.success', 'standard', payload, now());

    insert into by_hand.ledger_entry (
      business_id, mode, cause_id, reason, step, kind, debit_account, credit_account, amount,
      occurred_at, created_at
    ) values
      (business, 'test', t.id, 'payment', 1, 'post', 'bank_clearing', 'pending', net,
        occurred, now()),
      (business, 'test', t.id, 'payment_fee', 1, 'post', 'bank_clearing', 'fees', its_fee,
        occurred, now()),
      (business, 'test', t.id, 'payment_vat', 1, 'post', 'bank_clearing', 'vat', its_vat,
        occurred, now()),
      (business, 'test', t.id, 'share/1', 1, 'post', 'bank_clearing', others[1], first_share,
        occurred, now()),
      (business, 'test', t.id, 'share/2', 1, 'post', 'bank_clearing', others[2], second_share,
        occurred, now());

    -- Last, because other payments wait for these accounts, and all in one order.
    perform 1
    from by_hand.ledger_account
    where business_id = business and mode = 'test'
      and name in ('bank_clearing', 'fees', 'vat', 'pending', others[1], others[2])
    order by name
    for update;
    update by_hand.ledger_account a
    set debits_posted = debits_posted + case when name = 'bank_clearing' then paid else 0 end,
      credits_posted = credits_posted + case name
        when 'pending' then net when 'fees' then its_fee when 'vat' then its_vat
        when others[1] then first_share when others[2] then second_share else 0 end
    where business_id = business and mode = 'test'
      and name in ('bank_clearing', 'fees', 'vat', 'pending', others[1], others[2]);
    return t.id;
  end $$;
`
