import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { archive, givenOldMonth, givenStore } from '../../../test/archive.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import { asOwner, type GivenBusiness, useContext } from '../../../test/support.ts'
import type { Month } from './month.ts'
import { queryArchive, type Span } from './query.ts'
import { reportAccounts, reportCustomer } from './reports.ts'
import { ArchiveError } from './work.ts'

// SQL over the files of the archive. DuckDB reads them independently of what wrote them.

const context = useContext()
const api = useApi(context)
stopNow(context)

const PAYMENTS = 3
const ALL: Span = { from: null, to: null }
const store = givenStore()
let month: Month
let business: GivenBusiness
before(async () => {
  await context.opened
  const given = await givenOldMonth(context, api, PAYMENTS)
  business = given.business
  month = given.month
  // As of a charge of a kept card, whose id has no time.
  await asOwner(
    context,
    (sql) => sql`
      update card_attempt set attempt_id = '0bad0000-0000-8000-8000-000000000000'
      where attempt_id = (select min(attempt_id::text)::uuid from card_attempt)
    `,
  )
  assert.equal(await archive(context, store, month), 'verified')
})

const ask = (statement: string, span = ALL) =>
  asOwner(context, (sql) => queryArchive({ sql, store }, span, statement))

const refused = (statement: string, words: RegExp, span = ALL) =>
  assert.rejects(ask(statement, span), (error) => {
    assert.ok(error instanceof ArchiveError)
    assert.match(error.message, words)
    return true
  })

test('a query finds amounts, times, ids and texts as they are in the database', async () => {
  const { columns, rows } = await ask(`
    select id::varchar, amount, epoch_us(created_at), status, metadata, mode
    from transaction where reference = 'order-1' and mode = 'test'
      and business_id = '${business.businessId}'
  `)

  const [own] = await context.sql<{ id: string; amount: bigint; createdAt: Date }[]>`
    select id, amount, created_at from transaction where reference = 'order-1'
      and business_id = ${business.businessId} and mode = ${business.mode}
  `
  assert.equal(columns.length, 6)
  const micros = BigInt(own!.createdAt.getTime()) * 1000n
  const row = [own!.id, own!.amount, micros, 'success', '{"order":"Ẹ̀bà 1"}', 'test']
  assert.deepEqual(rows, [row])
})

test('each table of the archive has as many rows as in the database', async () => {
  for (const table of ['transaction', 'card_attempt', 'deposit', 'ledger_entry', 'dispute']) {
    const { rows } = await ask(`select count(*) from ${table}`)

    const [own] = await context.sql<[{ count: bigint }]>`select count(*) from ${context.sql(table)}`
    assert.deepEqual(rows, [[own.count]], table)
  }
})

test('the sums per account are those of the ledger, and one kobo more is noticed', async () => {
  const report = () => asOwner(context, (sql) => reportAccounts({ sql, store }, ALL))
  const whole = await report()
  await asOwner(context, (sql) =>
    sql.unsafe(`
      set session_replication_role = replica;
      update ledger_entry set amount = amount + 1 where cause_id = (
        select min(cause_id::text)::uuid from ledger_entry
      )
    `),
  )

  const changed = await report()

  await asOwner(context, (sql) =>
    sql.unsafe(`
      update ledger_entry set amount = amount - 1 where cause_id = (
        select min(cause_id::text)::uuid from ledger_entry
      );
      set session_replication_role = default
    `),
  )
  assert.ok(whole.rows.length > 4)
  assert.ok(whole.isEqual)
  assert.ok(!changed.isEqual)
})

test('the history of a customer has their payments and transfers only', async () => {
  const [own] = await context.sql<{ customerId: string }[]>`
    select customer_id from transaction where reference = 'order-2'
      and business_id = ${business.businessId} and mode = ${business.mode}
  `

  const { rows, columns } = await asOwner(context, (sql) =>
    reportCustomer({ sql, store }, ALL, own!.customerId),
  )

  assert.deepEqual(columns, ['moment', 'what', 'reference', 'status', 'amount', 'detail'])
  assert.ok(rows.some(([, what]) => what === 'payment'))
  assert.ok(rows.every(([, , reference]) => reference === 'order-2'))
})

test('a query reads nothing but the archive', async () => {
  await refused(`select * from read_csv('/etc/passwd')`, /disabled|permission/i)
  await refused(`copy (select 1) to '/tmp/out.csv'`, /disabled|permission/i)
  await refused(`set enable_external_access = true`, /cannot|locked|running/i)
  await refused('install httpfs', /disabled|permission/i)
  await refused('select * from login', /login/)
  await refused('select nonsense from transaction', /nonsense/)
})

test('months that are not archived, and files that are not as written, are refused', async () => {
  await refused('select 1 from transaction', /No month/, { from: '2001-01', to: '2001-02' })
  const path = [...store.files.keys()].find((one) => one.includes('/transaction-'))!
  const bytes = store.files.get(path)!
  store.files.set(path, bytes.subarray(1))

  await refused('select 1 from transaction', /other bytes/)

  store.files.set(path, bytes)
  await asOwner(context, (sql) => sql`update archived_month set state = 'changed'`)
  await refused('select 1 from transaction', /is not verified \(changed\)/)
})
