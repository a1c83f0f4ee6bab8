import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { createBusiness } from '../src/accounts/businesses/businesses.ts'
import type { Context, Scope } from '../src/core/context.ts'
import { search } from '../src/operator/search/search.ts'
import { connect, connectAsOwner } from '../src/platform/db.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { migrate } from '../src/platform/migrate.ts'

// `node scripts/run.mjs bench/search.ts`: how long the search of the dashboard takes with a million
// payments of one business, in a database of its own, and what its indexes take. Writes
// bench/search.md.

const { values: given } = parseArgs({
  options: {
    payments: { type: 'string', default: '1000000' },
    'print-only': { type: 'boolean', default: false },
  },
})
const PAYMENTS = Number(given.payments)
const CUSTOMERS = Math.round(PAYMENTS / 5)
const RUNS = 20
const INDEXES = ['card_attempt_by_last_four', 'transaction_by_amount', 'payout_by_account']

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(join(tmpdir(), 'cowrie-search-'))
const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'data'), say: () => {} })
const sql = connectAsOwner(server)
try {
  await migrate(sql)
  const owner = { name: 'Demo Store', email: 'demo-store@example.com' }
  const { businessId } = await createBusiness(sql, new Date(), owner)
  const context = { sql: connect(server, null), now: () => new Date() }
  await fill(businessId)
  const text = page(await timings(context, { businessId, mode: 'test' }), await sizes())
  say(text)
  if (!given['print-only']) await writeFile('bench/search.md', text)
  await context.sql.end()
} finally {
  await sql.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Six payments of ten by card, three by transfer, one unpaid; and ten thousand of the others. */
async function fill(businessId: string): Promise<void> {
  const own = `'${businessId}'::uuid, 'test'`
  const id = (kind: number, n: string) =>
    `(lpad(to_hex(1790000000000 + ${n}), 12, '0') || '7000800' || ${kind} ||
      lpad(to_hex(${n}), 12, '0'))::uuid`
  const at = (n: string) => `to_timestamp((1790000000000 + ${n}) / 1000.0)`
  const first = `(array['Ọlá','Ada','Chidi','Ngozi','Musa','Bola','Zainab','Emeka'])[1 + n % 8]`
  const last = `(array['Ọ̀ṣunlékè','Example','Sample','Test'])[1 + n / 8 % 4] || ' ' || n`
  const each = (count: number) => `from generate_series(1, ${count}) n`
  const statements = {
    customers: `
      insert into customer (business_id, mode, customer_id, email, email_folded, first_name,
        last_name, created_at, updated_at)
      select ${own}, ${id(1, 'n')}, 'person-' || n || '@example.com',
        'person-' || n || '@example.com', ${first}, ${last}, ${at('n')}, ${at('n')}
      ${each(CUSTOMERS)}`,
    payments: `
      insert into transaction (business_id, mode, id, reference, status, amount, requested_amount,
        channels, customer_id, email, customer_name, made_with, created_at, expires_at, paid_at,
        fee, vat, channel, authorization_details)
      select ${own}, ${id(2, 'n')}, 'order-' || n,
        case when n % 10 = 0 then 'abandoned' else 'success' end, 100 * (1 + n % 50000),
        100 * (1 + n % 50000), 'card', ${id(1, `(1 + n % ${CUSTOMERS})`)},
        'person-' || (1 + n % ${CUSTOMERS}) || '@example.com', ${first}, 'secret', ${at('n')},
        ${at('n')} + interval '1 day', case when n % 10 > 0 then ${at('n')} end, 1500, 112,
        case when n % 10 < 7 then 'card' else 'bank_transfer' end,
        case when n % 10 between 1 and 6 then '{"bin":"408408","last4":"' ||
          lpad((n % 9973)::text, 4, '0') || '","exp_month":"12","exp_year":"2099",' ||
          '"brand":"visa",' ||
          '"card_type":"debit","bank":"Test Bank","country_code":"NG","reusable":true}' end
      ${each(PAYMENTS)}`,
    attempts: `
      insert into card_attempt (business_id, mode, attempt_id, transaction_id, amount, state,
        authorization_details, created_at, updated_at)
      select ${own}, ${id(3, 'n')}, ${id(2, 'n')}, 100000, 'approved',
        '{"bin":"408408","last4":"' || lpad((n % 9973)::text, 4, '0') || '","exp_month":"12",' ||
        '"exp_year":"2099","brand":"visa","card_type":"debit","bank":"Test Bank",' ||
        '"country_code":"NG","reusable":true}', ${at('n')}, ${at('n')}
      ${each(PAYMENTS)} where n % 10 between 1 and 6`,
    accounts: `
      insert into virtual_account (business_id, mode, virtual_account_id, kind, transaction_id,
        ordinal, amount, account_name, account_number, bank_name, bank_code, bank_slug, created_at,
        expires_at, assigned_at, updated_at)
      select ${own}, ${id(4, 'n')}, 'one_off', ${id(2, 'n')}, 1, 100000, 'DEMO STORE',
        lpad(n::text, 10, '0'), 'Test Bank', '001', 'test-bank', ${at('n')}, ${at('n')}, ${at('n')},
        ${at('n')}
      ${each(PAYMENTS)} where n % 10 > 6`,
    numbers: `
      insert into account_number
      select 'test', lpad(n::text, 10, '0'), '${businessId}'::uuid, ${id(4, 'n')}
      ${each(PAYMENTS)} where n % 10 > 6`,
    deposits: `
      insert into deposit (business_id, mode, deposit_id, rail, session_id, account_number, amount,
        sender_name, sender_bank_code, sender_account_number, narration, transaction_id, state,
        occurred_at, created_at, account_kind)
      select ${own}, ${id(5, 'n')}, 'sandbox', lpad(n::text, 30, '0'), lpad(n::text, 10, '0'),
        100000, 'ADA EXAMPLE', '058', '0000000018', '', ${id(2, 'n')}, 'matched', ${at('n')},
        ${at('n')}, 'one_off'
      ${each(PAYMENTS)} where n % 10 > 6`,
    sessions: `
      insert into deposit_session
      select 'test', 'sandbox', lpad(n::text, 30, '0'), '${businessId}'::uuid, ${id(5, 'n')}
      ${each(PAYMENTS)} where n % 10 > 6`,
    payouts: `
      insert into payout (business_id, mode, payout_id, rail, reference, state, amount, bank_code,
        account_number, account_name, enquiry, created_at, completed_at, asked_at, session_id)
      select ${own}, ${id(6, 'n')}, 'sandbox', 'payout-' || n, 'success', 100 * n, '058',
        lpad(n::text, 10, '0'), 'ỌLÁ EXAMPLE ' || n, '', ${at('n')}, ${at('n')}, ${at('n')},
        'payout-session-' || n
      ${each(PAYMENTS / 20)}`,
    refunds: `
      insert into refund (business_id, mode, refund_id, transaction_id, transaction_reference,
        channel, amount, from_pending, status, session_id, created_at, processed_at)
      select ${own}, ${id(7, 'n')}, ${id(2, 'n')}, 'order-' || n, 'card', 100 * n, 0, 'processed',
        'session-' || n, ${at('n')}, ${at('n')}
      ${each(PAYMENTS / 50)}`,
    subaccounts: `
      insert into subaccount (business_id, mode, subaccount_id, business_name, bank_code,
        account_number, account_name, created_at, updated_at)
      select ${own}, ${id(8, 'n')}, 'Ṣadé Fabrics ' || n, '058', lpad(n::text, 10, '0'),
        'SADE EXAMPLE ' || n, ${at('n')}, ${at('n')}
      ${each(PAYMENTS / 100)}`,
    links: `
      insert into payment_link (business_id, mode, payment_link_id, slug, name, fields, fee_bearer,
        created_at, updated_at)
      select ${own}, ${id(9, 'n')}, 'adire-' || n, 'Àdìrẹ workshop ' || n, '[]', 'business',
        ${at('n')}, ${at('n')}
      ${each(PAYMENTS / 100)}`,
  }
  for (const [what, statement] of Object.entries(statements)) {
    await sql.begin((own) =>
      own.unsafe(`
        set local session_replication_role = replica;
        set local synchronous_commit = off;
        set local statement_timeout = 0;
        ${statement}
      `),
    )
    say(`${what} …`)
  }
  await sql.unsafe('vacuum analyze')
}

type Timing = { q: string; found: number; median: number; worst: number }

async function timings(context: Pick<Context, 'sql' | 'now'>, scope: Scope): Promise<Timing[]> {
  const texts = ['order-123456', 'order-', 'person-777@example.com', 'person-', 'ola', 'osunleke 9']
    .concat(['zz', '0815', '₦12,500', '4999.00', '0000000777', `${'0'.repeat(24)}000999`])
    .concat(['sade', 'adire', 'payout-4', 'nobody at all'])
  const rows: Timing[] = []
  for (const q of texts) {
    const times: number[] = []
    let found = 0
    for (let run = 0; run < RUNS; run++) {
      const began = performance.now()
      const results = await search(context, scope, { text: q, kinds: null, role: 'owner' })
      times.push(performance.now() - began)
      found = results.length
    }
    times.sort((a, b) => a - b)
    rows.push({ q, found, median: times[RUNS / 2]!, worst: times.at(-1)! })
    const { median, worst } = rows.at(-1)!
    say(`${q}: ${found} found, ${median.toFixed(1)} ms, at most ${worst.toFixed(1)} ms`)
  }
  return rows
}

async function sizes(): Promise<{ name: string; bytes: number }[]> {
  return sql<{ name: string; bytes: number }[]>`
    select name, pg_relation_size(name::regclass)::int as bytes
    from unnest(${INDEXES}::text[]) as i (name)
  `
}

function page(rows: Timing[], indexes: { name: string; bytes: number }[]): string {
  return `# Search

\`node scripts/run.mjs bench/search.ts\` measures and replaces this file. The search of the
dashboard over ${PAYMENTS.toLocaleString('en')} payments of one business (six of ten by card, three
by transfer, one unpaid), ${CUSTOMERS.toLocaleString('en')} customers, and thousands of payouts,
refunds, subaccounts and links. The statements of a search on their own, ${RUNS} times each: the
median, and the worst, which is mostly the first, whose plans and pages are not in memory yet.

| Typed | Results | Median, ms | Worst, ms |
|---|---:|---:|---:|
${rows.map(lineOf).join('\n')}

| Index | MB | Bytes a payment |
|---|---:|---:|
${indexes.map(indexLineOf).join('\n')}
`
}

function lineOf({ q, found, median, worst }: Timing): string {
  return `| \`${q}\` | ${found} | ${median.toFixed(1)} | ${worst.toFixed(1)} |`
}

function indexLineOf({ name, bytes }: { name: string; bytes: number }): string {
  return `| \`${name}\` | ${(bytes / 1e6).toFixed(1)} | ${(bytes / PAYMENTS).toFixed(1)} |`
}
