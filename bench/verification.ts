import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { createBusiness } from '../src/accounts/businesses/businesses.ts'
import { openAccounts } from '../src/core/ledger/ledger.ts'
import { verifyFromFirst, verifySinceSeal } from '../src/operator/books.ts'
import { connectAsOwner, type Database } from '../src/platform/db.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { migrate } from '../src/platform/migrate.ts'
import { costOf } from './service.ts'

// `node scripts/run.mjs bench/verification.ts --before FOLDER`: what a verification of each hour
// costs at several sizes, in a database of its own, beside what it cost in another checkout (one
// before seals), over the same rows. Writes bench/verification.md.

const { values: given } = parseArgs({
  options: {
    before: { type: 'string' },
    millions: { type: 'string', default: '1,3,10' },
    'print-only': { type: 'boolean', default: false },
  },
})
const BUSINESSES = 20
const DAYS = 60
const ENTRIES_A_PAYMENT = 3
const CHUNK = 500_000
const MILLION = 1_000_000

const say = (line: string) => process.stdout.write(`${line}\n`)
const log = { info() {}, warn: (_: object, words: string) => say(words), error() {} }
const now = () => new Date()
const folder = await mkdtemp(join(tmpdir(), 'cowrie-verification-'))
const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'data'), say: () => {} })
const sql = connectAsOwner(server)
const isBefore = given.before !== undefined
const earlier = isBefore
  ? await import(resolve(given.before!, 'src/operator/books.ts'))
  : { verifyBooks: null }
const rows: string[] = []
try {
  await migrate(sql)
  const businesses = await openBusinesses()
  for (const size of given.millions.split(',').map((one) => Number(one) * MILLION)) {
    await fill(businesses, Math.round(size / ENTRIES_A_PAYMENT))
    await sql.unsafe('vacuum analyze ledger_entry, transaction')
    await sql.unsafe('delete from ledger_turn; delete from ledger_slice; delete from ledger_seal')
    await sql.unsafe('delete from ledger_sum')
    const whole = isBefore ? await measured(() => inOneSnapshot(earlier.verifyBooks)) : null
    const first = await measured(async () => (await verifySinceSeal({ sql, now, log })).wrong)
    const hourly = await measured(async () => (await verifySinceSeal({ sql, now, log })).wrong)
    const all = await measured(async () => (await verifyFromFirst({ sql, now, log })).wrong)
    const [{ slices }] = await sql<[{ slices: number }]>`
      select count(*)::int as slices from ledger_slice
    `
    const ratio = whole === null ? '' : (hourly.processor / whole.processor).toFixed(3)
    const cells = [size / MILLION, slices, whole && words(whole), words(hourly), ratio]
    rows.push(`| ${[...cells, words(first), words(all)].join(' | ')} |`)
    say(rows.at(-1)!)
  }
  const text = await page()
  say(text)
  if (!given['print-only']) await writeFile('bench/verification.md', text)
} finally {
  await sql.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function openBusinesses(): Promise<string[]> {
  const made: string[] = []
  for (let i = 0; i < BUSINESSES; i++) {
    const business = { name: `Shop ${i}`, email: `shop${i}@example.com` }
    const { businessId } = await createBusiness(sql, now(), business)
    await openAccounts(sql, now(), { businessId, mode: 'test' })
    made.push(businessId)
  }
  return made
}

/** Payments by card, spread over the last days. */
async function fill(businesses: string[], count: number): Promise<void> {
  await sql.begin(async (own) => {
    await own`set local session_replication_role = replica`
    await own`truncate ledger_entry, transaction`
    await own`update ledger_account set credits_posted = 0, debits_posted = 0`
  })
  for (let next = 0; next < count; next += CHUNK) {
    const until = Math.min(count, next + CHUNK)
    await sql.begin((own) => own.unsafe(chunk(businesses, next, until, count)))
    say(`${(until * ENTRIES_A_PAYMENT).toLocaleString('en')} entries …`)
  }
  const sides = [
    ['debit', 'card_clearing'],
    ['credit', 'available'],
    ['credit', 'fees'],
    ['credit', 'vat'],
  ]
  for (const [side, name] of sides) {
    await sql.unsafe(`
      update ledger_account a set ${side}s_posted = moved.sum
      from (
        select business_id, sum(amount)::bigint as sum from ledger_entry
        where ${side}_account = '${name}' group by business_id
      ) moved
      where a.business_id = moved.business_id and a.mode = 'test' and a.name = '${name}'
    `)
  }
}

function chunk(businesses: string[], from: number, until: number, count: number): string {
  const all = businesses.map((id) => `'${id}'`).join(',')
  return `
    set local session_replication_role = replica;
    set local synchronous_commit = off;
    create temp table paid on commit drop as
    select n, (array[${all}]::uuid[])[1 + n % ${BUSINESSES}] as business_id, at,
      uuidv7(at - now()) as id
    from generate_series(${from}, ${until - 1}) n,
      lateral (
        select now() - interval '${DAYS} days' * (1 - (n + 1) / ${count}.0)
          - interval '1 minute' as at
      ) t;
    insert into transaction (business_id, mode, id, reference, status, amount, requested_amount,
      channels, customer_id, email, customer_name, made_with, created_at, expires_at, paid_at,
      fee, vat, channel)
    select business_id, 'test', id, 'order-' || n, 'success', 100000, 100000, 'card', id,
      'ada@example.com', 'Ada Example', 'secret', at, at + interval '1 day', at, 1500, 112, 'card'
    from paid order by n;
    insert into ledger_entry
    select business_id, 'test', id, reason, 1, 'post', 'card_clearing', account, amount, at, at
    from paid
    cross join (values ('payment', 'available', 98388), ('payment_fee', 'fees', 1500),
      ('payment_vat', 'vat', 112)) as leg (reason, account, amount)
    order by n
  `
}

type Cost = { seconds: number; processor: number }

async function measured(verify: () => Promise<unknown[]>): Promise<Cost> {
  const [began, before] = [performance.now(), await processor()]
  const wrong = await verify()
  if (wrong.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(wrong[0])}`)
  const seconds = (performance.now() - began) / 1000
  return { seconds, processor: (await processor()) - before }
}

/** Seconds of the server and of this process. */
async function processor(): Promise<number> {
  const cost = await costOf(process.pid)
  return cost === null ? 0 : (cost.serviceMicros + cost.databaseMicros) / MILLION
}

/** As the service did before there were seals. */
function inOneSnapshot(verifyBooks: (own: Database) => Promise<unknown[]>): Promise<unknown[]> {
  return sql.begin(async (own) => {
    await own`set local enable_seqscan = on`
    return verifyBooks(own as unknown as Database)
  })
}

function words({ seconds, processor: used }: Cost): string {
  return `${seconds.toFixed(1)} s (${used.toFixed(1)})`
}

async function page(): Promise<string> {
  const titles = ['Million entries', 'Slices', 'Before', 'Each hour', 'Ratio', 'First', 'Command']
  return `# Verification

\`node scripts/run.mjs bench/verification.ts --before FOLDER\` measures and replaces this file.
FOLDER is a checkout from before there were seals. Seconds, and in brackets seconds of processor of
the database and of the process that verifies; *Ratio* is processor of *Each hour* by *Before*.

- *Before*: everything, one statement after another in one transaction.
- *Each hour*: what is new, and a twentieth of the closed slices.
- *First*: the first run on a database without seals, which closes all slices.
- *Command*: \`npm run ledger:verify\`, every slice.

Card payments of ${BUSINESSES} businesses over ${DAYS} days, three entries each, in partitions by
month (*Before* reads the same). Measured on ${now().toISOString().slice(0, 10)}.

| ${titles.join(' | ')} |
|${titles.map(() => '---:').join('|')}|
${rows.join('\n')}
`
}
