import { FEE, OTP_LIFE_MS } from '../src/identity/identity.ts'
import { SECOND } from '../src/platform/clock.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { PLACE } from './numbers.ts'
import type { PostgresAddress } from './service.ts'

// What initiations are measured against: one request is one statement and one commit. First the
// least that a wallet needs, a debit on condition that it is covered, and its entry. Then the
// service's own two steps, each for one verification alone, without a rail between them.

/** Nobody comes near it. */
const BALANCE = 1_000_000_000_000_000n

/** A statement with the number as $1. It returns a row where the wallet covered it. */
export async function makePlainWallet(address: PostgresAddress): Promise<string> {
  const sql = connectAsOwner(address)
  try {
    await sql.unsafe(`
      create table bench_wallet (
        id bigint primary key,
        balance bigint not null check (balance >= 0)
      ) with (fillfactor = 50);
      create table bench_wallet_entry (
        id bigint generated always as identity primary key,
        wallet_id bigint not null,
        amount bigint not null,
        reference bigint not null,
        created_at timestamptz not null
      );
      insert into bench_wallet values (1, ${BALANCE});
    `)
    await sql.unsafe('vacuum (analyze) bench_wallet')
  } finally {
    await sql.end()
  }
  return `
    with debited as (
      update bench_wallet set balance = balance - ${FEE}
      where id = 1 and balance >= ${FEE}
      returning id
    )
    insert into bench_wallet_entry (wallet_id, amount, reference, created_at)
    select id, -${FEE}, $1::text::bigint, now() from debited
    returning id`
}

/** The settings of the service's own connections for these functions: see `connectHot`. */
const SETTINGS = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }
const ID = `0199c0de-0000-7000-8000-000${PLACE}`
const OTP_ID = `0199c0de-0000-7000-9000-000${PLACE}`
/** As long as a sealed number is, and a session of the sandbox. */
const SEALED = 'A'.repeat(55)
const SESSION = 'A'.repeat(43)

/** Two statements with the number as $1, for one request. */
export function makeOneByOne(businessId: string) {
  const its = `array['${businessId}']::uuid[], array['test'], array[${numbered(ID)}]::uuid[]`
  const life = `${OTP_LIFE_MS / SECOND} * interval '1 second'`
  const reserve = `
    select identity_reserve(
      ${its}, array['BVN'], array['${SEALED}'], array[right($1::text, 4)],
      array[sha256(convert_to($1::text, 'UTF8'))], array[null]::text[],
      array[${numbered(OTP_ID)}]::uuid[], array[null]::uuid[], ${FEE}, 5,
      '00000000-0000-7000-8000-000000000000'::uuid, now() + interval '1 day', now()
    )`
  const record = `
    select identity_record(
      ${its}, array['sent'], array['${SESSION}'], array[now()], array[now() + ${life}],
      array[now() + interval '1 day'], now()
    )`
  return { statements: [reserve, record], settings: SETTINGS }
}

function numbered(template: string): string {
  const [before] = template.split(PLACE) as [string]
  return `'${before}' || $1::text`
}
