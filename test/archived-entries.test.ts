import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { before, type TestContext as Case, test } from 'node:test'
import { ofLivePayment } from '../src/core/ledger/left.ts'
import { monthOf, zipOfMonth } from '../src/operator/months/months.ts'
import { receive } from '../src/payments/deposits/receive.ts'
import { verifyPayments } from '../src/payments/transactions/verify.ts'
import { DAY, later, SECOND } from '../src/platform/clock.ts'
import { idAt } from '../src/platform/ids.ts'
import { addDays, dayOf, startOf } from '../src/platform/lagos.ts'
import { openApi, useApi } from './api.ts'
import { creditTo, givenDedicated } from './payments.ts'
import { settleAt } from './settlements.ts'
import { givenSplit, givenSubaccounts } from './splits.ts'
import { asOwner, type GivenBusiness, givenBusiness, givenLive, useContext } from './support.ts'
import { unzipped } from './zip.ts'

// What is said of entries that have left the database with their month, and that nothing beside
// them is wrong. The entries of live payments of the first month leave, and come back after each
// test.

const context = useContext()
const api = useApi(context)

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
type Loose = any

let business: GivenBusiness
/** Of the same business. */
let testKey: string
/** Of the first month, the second one, and one that nobody has paid. */
const payments: Record<'first' | 'split' | 'later' | 'unpaid', string> = {} as Loose
/** The month that leaves, and the next one. */
let month: string
let next: string

before(async () => {
  await context.opened
  const given = await givenBusiness(context)
  testKey = given.keys.secretKey
  context.rails.live = [context.rails.test]
  business = { ...given, mode: 'live', keys: await givenLive(context, given.businessId) }
  const { account_number } = await givenDedicated(api, business)
  const pay = async (number: string, amount: number) => {
    context.advance(SECOND)
    await receive(context, 'live', creditTo(context, number, amount))
    const [{ id }] = await listed('/transactions')
    return id
  }
  const wallet = (await read('/balance')).account.account_number
  // So that the first month has a day left for what follows.
  const day = dayOf(context.now())
  if (addDays(day, 2).slice(0, 7) !== day.slice(0, 7)) context.advance(3 * DAY)
  month = dayOf(context.now()).slice(0, 7)
  next = addDays(`${month}-01`, 31).slice(0, 7)

  payments.first = await pay(account_number, 500_000)
  await pay(wallet, 70_000)
  const [code = ''] = await givenSubaccounts(api, business, 1)
  const customer = { ...{ first_name: 'Ada', last_name: 'Example' }, email: 'shared@example.com' }
  const shared = await send('/dedicated-virtual-accounts', {
    customer: { ...customer, bvn: '22222222221' },
    split_code: await givenSplit(api, business, [{ subaccount_id: code, share: 20 }]),
  })
  payments.split = await pay(shared.account_number, 300_000)
  payments.unpaid = (await send('/transactions/initialize', UNPAID)).id
  await pay(wallet, 1_000)
  const inNext = later(startOf(`${next}-01`), 5 * DAY)
  context.advance(inNext.getTime() - context.now().getTime())
  await settleAt(context, context.now())
  payments.later = await pay(account_number, 200_000)
  context.advance(40 * DAY)
})

const UNPAID = { amount: 100_000, email: 'ada@example.com', name: 'Ada Example' }

const ask = (path: string, key = business.keys.secretKey, headers = {}) =>
  api.get(`/api/v1${path}`, { key, headers })

async function read(path: string): Promise<Loose> {
  const { status, body, text } = await ask(path)
  assert.equal(status, 200, text)
  return body.data
}

const listed = async (path: string): Promise<Loose[]> => read(path)

async function send(path: string, body: object): Promise<Loose> {
  const answer = await api.post(`/api/v1${path}`, { key: business.keys.secretKey, body })
  assert(answer.status < 300, answer.text)
  return answer.body.data
}

async function pageOf(query: string): Promise<{ data: Loose[]; meta: Loose }> {
  const { status, body, text } = await ask(`/balance/ledger?${query}`)
  assert.equal(status, 200, text)
  return body
}

/** Until the test ends. Returns when the last entry that left was written. */
async function leave(t: Case): Promise<Date> {
  const endId = idAt(startOf(`${next}-01`))
  const at = context.now()
  const lastEntryAt = await asOwner(context, (owner) =>
    owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await sql`create table kept (like ledger_entry)`
      const [row] = await sql<[{ lastEntryAt: Date }]>`
        with gone as (
          delete from ledger_entry where ${ofLivePayment(sql)} and cause_id < ${endId} returning *
        ), noted as (
          insert into kept select * from gone
        )
        select max(created_at) as last_entry_at from gone
      `
      const first = `${month}-01`
      const start = startOf(first)
      // The month before has left earlier.
      for (const [day, end, last] of [
        [`${addDays(first, -1).slice(0, 7)}-01`, idAt(start), start],
        [first, endId, row.lastEntryAt],
      ] as const) {
        await sql`
          insert into archived_month (
            month, state, store, manifest, manifest_digest, created_at, updated_at, verified_at
          )
          values (${day}, 'verified', 'a store', '{}', sha256('{}'), ${at}, ${at}, ${at})
        `
        await sql`
          insert into detached_month (month, end_id, last_entry_at, detached_at)
          values (${day}, ${end}, ${last}, ${at})
        `
      }
      return row.lastEntryAt
    }),
  )
  t.after(() =>
    asOwner(context, (owner) =>
      owner.begin(async (sql) => {
        await sql`set local session_replication_role = replica`
        await sql`insert into ledger_entry select * from kept`
        await sql`drop table kept`
        await sql`delete from detached_month`
        await sql`delete from archived_month`
      }),
    ),
  )
  return lastEntryAt
}

/** Newest first, of the pending balance: before anything leaves. */
const whole = async () => (await pageOf('account=pending')).data

test('the statement ends above what has left, with right balances, and says until when', async (t) => {
  const before = await whole()
  const available = (await pageOf('')).data
  assert.deepEqual(
    before.map(({ type }) => type),
    ['payment', 'settlement', 'payment', 'payment'],
  )
  assert.deepEqual(available.map(({ type, amount }) => [type, amount]).slice(1), [
    ['top_up', 1_000],
    ['top_up', 70_000],
  ])

  const lastEntryAt = await leave(t)

  const pending = await pageOf('account=pending')
  assert.deepEqual(pending.data, before.slice(0, 2))
  assert.deepEqual([pending.meta.total, pending.meta.next], [2, null])
  assert.equal(pending.meta.archived_until, lastEntryAt.toISOString())
  const rest = await pageOf('')
  assert.deepEqual(rest.data, available.slice(0, 2), 'a top-up before the last payment ends too')
  assert.equal(rest.meta.archived_until, lastEntryAt.toISOString())
  assert.equal((await pageOf('page=2')).meta.archived_until, lastEntryAt.toISOString())
})

test('Paystack’s list of balance changes ends at the same line, and says so', async (t) => {
  const config = { ...context.config, paystackApi: true }
  const { app } = await openApi({ ...context, config })
  t.after(() => app.close())
  const theirs = async () => {
    const headers = { authorization: `Bearer ${business.keys.secretKey}` }
    return (await app.inject({ url: '/paystack/balance/ledger', headers })).json()
  }
  const before = await theirs()
  assert.deepEqual([before.data.length, 'archived_until' in before.meta], [3, false])

  const lastEntryAt = await leave(t)

  const { data, meta } = await theirs()
  assert.deepEqual(data, before.data.slice(0, 2))
  assert.deepEqual([meta.total, meta.archived_until], [2, lastEntryAt.toISOString()])
})

test('a file of the statement ends at the same line, and its header says so', async (t) => {
  const before = await whole()
  const lastEntryAt = await leave(t)

  const file = await ask('/balance/ledger?account=pending', undefined, {
    accept: 'application/x-ndjson',
  })

  const lines = file.text.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    before.slice(0, 2),
  )
  assert.equal(file.headers['x-total-count'], '2')
  assert.equal(file.headers['x-archived-until'], lastEntryAt.toISOString())
})

test('a file of the statement that is being written is cut off if its end leaves meanwhile', async (t) => {
  const wallet = (await read('/balance')).account.account_number
  for (let i = 0; i < 120; i++) await receive(context, 'live', creditTo(context, wallet, 100))
  const asFile = () => ask('/balance/ledger', undefined, { accept: 'application/x-ndjson' })
  assert.equal((await asFile()).text.trimEnd().split('\n').length, 123)
  const { sql } = context
  t.after(() => Object.assign(context, { sql }))
  let asked = 0
  context.sql = new Proxy(sql, {
    apply(target, self, args) {
      const answer: Promise<unknown> = Reflect.apply(target as never, self, args)
      const isFirst = /max\(month\)/.test(args[0]?.raw?.join('')) && ++asked === 1
      return isFirst ? answer.finally(() => leave(t)) : answer
    },
  })

  await assert.rejects(asFile())

  assert.equal(asked, 2, 'at the second page')
})

test('what asks only for lines that are archived is refused; a range over both is not', async (t) => {
  const before = await whole()
  const [first] = (await pageOf('account=pending&perPage=1&page=1')).data
  const cursor = async (perPage: number) =>
    (await pageOf(`account=pending&perPage=${perPage}`)).meta.next
  const [among, above] = [await cursor(3), await cursor(1)]
  const lastEntryAt = await leave(t)
  const at = encodeURIComponent(lastEntryAt.toISOString())
  const justAfter = encodeURIComponent(later(lastEntryAt, 1).toISOString())

  for (const query of [
    `to=${month}-01`,
    `from=${month}-01&to=${at}`,
    `to=${at}`,
    `account=pending&cursor=${among}`,
  ]) {
    const { status, body } = await ask(`/balance/ledger?${query}`)
    assert.deepEqual([status, body.code, body.retryable], [410, 'archived', false], query)
    assert.match(body.message, new RegExp(`archived, in the months until ${month}\\. Ask the oper`))
  }
  const file = await ask(`/balance/ledger?to=${at}`, undefined, { accept: 'text/csv' })
  assert.deepEqual([file.status, file.body.code], [410, 'archived'])

  const over = await pageOf(`account=pending&from=${month}-01&to=${next}-28`)
  assert.deepEqual(over.data, before.slice(0, 2))
  assert.equal(over.meta.archived_until, lastEntryAt.toISOString())
  const on = await pageOf(`account=pending&cursor=${above}`)
  assert.deepEqual([first, ...on.data], before.slice(0, 2), 'a cursor above goes on, and ends')
  assert.deepEqual((await pageOf(`account=pending&to=${justAfter}`)).data, [])
})

test('nothing of this is said where nothing has left, nor in test mode', async (t) => {
  const inTest = async () => (await ask('/balance/ledger', testKey)).body
  const before = await inTest()
  assert.deepEqual([before.data.length, 'archived_until' in before.meta], [1, false])
  assert.equal('archived_until' in (await pageOf('')).meta, false)

  await leave(t)

  assert.deepEqual(await inTest(), before)
  const { status } = await ask(`/balance/ledger?to=${month}-01`, testKey)
  assert.equal(status, 200)
  assert.equal((await ask(`/balance/month?month=${month}`, testKey)).status, 200)
})

test('a month for the accountant is refused if an entry in it has left, the next one is not', async (t) => {
  const key = business.keys.secretKey
  const monthAt = (name: string) => ask(`/balance/month?month=${name}`, key)
  const wholeNext = await contentOf(next)
  assert.equal((await monthAt(month)).status, 200)
  await leave(t)

  const { status, body } = await monthAt(month)

  assert.deepEqual([status, body.code], [410, 'archived'])
  assert.match(body.message, new RegExp(`^Ledger entries of ${month} are archived, in the months`))
  assert.match(body.message, /npm run archive -- --query/)
  assert.equal((await monthAt(next)).status, 200)
  assert.deepEqual(await contentOf(next), wholeNext)
})

test('a month that begins with an entry of the one that has left is refused, too', async (t) => {
  await leave(t)
  const at = startOf(`${next}-01`)
  await asOwner(
    context,
    (sql) => sql`update detached_month set last_entry_at = ${at} where month = ${`${month}-01`}`,
  )

  assert.equal((await ask(`/balance/month?month=${next}`)).body.code, 'archived')
})

test('a month that is being written is cut off if its entries leave meanwhile', async (t) => {
  const zip = await zipOfMonth(context, business, monthOf(month, context.now()))

  await leave(t)

  await assert.rejects(buffer(zip), /archived, in the months until/)
})

/** Without the line that says when it was written. */
async function contentOf(name: string): Promise<string> {
  const zip = await zipOfMonth(context, business, monthOf(name, context.now()))
  const files = unzipped(await buffer(zip))
  return [...files].join('\n').replace(/Written .*\./, '')
}

test('a payment tells all its steps, and in which month its entries are archived', async (t) => {
  const timelineOf = (id: string) => read(`/transactions/${id}/timeline`)
  const before = await Promise.all([payments.first, payments.split].map(timelineOf))
  const others = await Promise.all([payments.later, payments.unpaid].map(timelineOf))
  for (const timeline of [...before, ...others]) assert.equal(timeline.archived_month, null)
  assert.equal(before[1].steps.filter(({ kind }: Loose) => kind === 'settlement').length, 2)
  await leave(t)

  const after = await Promise.all([payments.first, payments.split].map(timelineOf))

  assert.deepEqual(
    after,
    before.map((timeline) => ({ ...timeline, entries: [], archived_month: month })),
  )
  const unchanged = await Promise.all([payments.later, payments.unpaid].map(timelineOf))
  assert.deepEqual(unchanged, others, 'what was paid later, or not at all, has nothing archived')
})

test('the books miss nothing of what has left', async (t) => {
  const before = await verifyPayments(context.sql)
  await leave(t)

  assert.deepEqual(await verifyPayments(context.sql), before)
})

test('a refund of a payment whose entries have left has its own in the timeline', async (t) => {
  await leave(t)
  await send('/refunds', { transaction: payments.first, amount: 1_000 })

  const { entries, archived_month } = await read(`/transactions/${payments.first}/timeline`)

  assert.equal(archived_month, month)
  assert(entries.length > 0)
  assert(
    entries.every(({ reason }: Loose) => /refund|stamp duty/.test(reason)),
    entries,
  )
})
