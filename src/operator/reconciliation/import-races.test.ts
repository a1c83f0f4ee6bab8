import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { breakable, type Fault } from '../../../test/faults.ts'
import { creditTo, deposited } from '../../../test/payments.ts'
import { CSV_HEAD, csvFile, jsonFile } from '../../../test/statements.ts'
import {
  contextOn,
  disconnect,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { HOUR, later } from '../../platform/clock.ts'
import { importStatement } from './import.ts'
import { reconcile } from './reconciliation.ts'
import { StatementError } from './statement.ts'

const context = useContext()
const api = useApi(context)

let other: TestContext
let wallet: string
before(async () => {
  await context.opened
  other = contextOn(context.database)
  const business = await givenBusiness(context)
  const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  wallet = body.data.account.account_number
})
after(() => disconnect(other))

const today = () => ({ from: later(context.now(), -HOUR), to: later(context.now(), HOUR) })

async function givenLines(count: number, name: string) {
  const credits = Array.from({ length: count }, (_, i) =>
    creditTo(context, wallet, 1_000 + i, `${name}-${i}`),
  )
  await Promise.all(credits.map((credit) => deposited(context, credit)))
  return credits.map(({ sessionId, amount, occurredAt }) => ({
    session_id: sessionId,
    direction: 'credit' as const,
    amount: Number(amount),
    occurred_at: occurredAt.toISOString(),
  }))
}

test('one file that many import at once is one statement', async () => {
  const file = jsonFile('sandbox', today(), await givenLines(20, 'one'))

  const all = await Promise.all(
    Array.from({ length: 12 }, (_, i) => importStatement(i % 2 ? other : context, file, {})),
  )

  assert.equal(all.filter(({ isNew }) => isNew).length, 1)
  assert.equal(new Set(all.map(({ statement }) => statement.statementId)).size, 1)
  const { statement } = all[0]!
  const report = await reconcile(context, statement, statement)
  assert.equal(report.theirs.matched.credit.count, 20)
  assert.equal(report.theirs.total.credit.count, 20)
})

test('two files that list the same transfers, imported at once, match each of them once', async () => {
  const lines = await givenLines(60, 'both')
  const period = today()
  // The same lines in reverse order: without ordered locks, the two imports would deadlock.
  const files = [lines, lines.toReversed()].map((some) => jsonFile('sandbox', period, some))

  const all = await Promise.all(
    files.flatMap((file) => [context, other].map((one) => importStatement(one, file, {}))),
  )

  const statements = all.filter(({ isNew }) => isNew).map(({ statement }) => statement)
  assert.equal(statements.length, 2)
  const reports = await Promise.all(
    statements.map((statement, i) => reconcile(i ? other : context, statement, statement)),
  )
  const sum = (kind: 'matched' | 'duplicate') =>
    reports.reduce((count, { theirs }) => count + theirs[kind].credit.count, 0)
  assert.deepEqual([sum('matched'), sum('duplicate')], [60, 60])
})

test('what is matched by several at once while it arrives is matched once', async () => {
  const period = today()
  const credits = Array.from({ length: 40 }, (_, i) =>
    creditTo(context, wallet, 500 + i, `now-${i}`),
  )
  const lines = credits.map(({ sessionId, amount, occurredAt }) => ({
    session_id: sessionId,
    direction: 'credit' as const,
    amount: Number(amount),
    occurred_at: occurredAt.toISOString(),
  }))
  const { statement } = await importStatement(context, jsonFile('sandbox', period, lines), {})

  await Promise.all([
    ...credits.map((credit) => deposited(context, credit)),
    ...Array.from({ length: 8 }, (_, i) =>
      reconcile(i % 2 ? other : context, statement, statement),
    ),
  ])

  const report = await reconcile(context, statement, statement)
  assert.equal(report.theirs.matched.credit.count, 40)
  assert.equal(report.exceptions.open, report.ours.ours_only.credit.count)
})

test('a transfer that comes while all is counted is in all sums or in none', async () => {
  const process = breakable(context)
  const period = today()
  const count = async (meanwhile: Fault['does'], point: number) => {
    process.arm({ point, when: 'before', does: meanwhile })
    const report = await reconcile(process.context, { mode: 'test', rail: 'sandbox' })
    return { report, points: process.disarm().length }
  }
  const { points } = await count(async () => {}, 0)

  for (let point = 1; point <= points; point++) {
    // One transfer that the bank lists and has not notified, and one that it does not list.
    const listed = creditTo(context, wallet, 300, `listed-${point}`)
    const line = {
      session_id: listed.sessionId,
      direction: 'credit' as const,
      amount: 300,
      occurred_at: listed.occurredAt.toISOString(),
    }
    await importStatement(context, jsonFile('sandbox', period, [line]), {})
    const { report } = await count(async () => {
      await deposited(context, listed)
      await deposited(context, creditTo(context, wallet, 77, `unlisted-${point}`))
    }, point)

    const { balances: _, ...ties } = report.ties
    const all = { theirs: true, ours: true, pairs: true, ledger: true }
    assert.deepEqual(ties, all, `before ${point}`)
    const named = report.exceptions.listed.map(({ sessionId, direction }) => sessionId + direction)
    assert.equal(new Set(named).size, named.length, `nothing is there twice, before ${point}`)
  }
})

test('a file with one bad line leaves nothing behind, and neither does one of an unknown rail', async () => {
  const count = async () => {
    const [row] = await context.sql<[{ statements: number; lines: number; matches: number }]>`
      select (select count(*)::int from statement) as statements,
        (select count(*)::int from statement_line) as lines,
        (select count(*)::int from rail_match) as matches
    `
    return { ...row }
  }
  const good = 's-1,credit,5.00,1,,2026-11-20T09:30:00Z'
  const before = await count()

  const bad = csvFile([CSV_HEAD, good, good.replace('credit', 'in')].join('\n'))
  const fine = csvFile([CSV_HEAD, good].join('\n'))
  const of = { mode: 'test', rail: 'sandbox' } as const
  for (const [file, told] of [
    [bad, of],
    [fine, {}],
    [fine, { ...of, rail: 'sandbx' }],
    [fine, { ...of, mode: 'live' as const }],
    [fine, { ...of, fromDay: '2026-02-30' }],
    [fine, { ...of, fromDay: '2026-11-21', toDay: '2026-11-20' }],
    [csvFile(CSV_HEAD), of],
    [jsonFile('sandbox', today(), []), { fromDay: '2026-11-20' }],
    [jsonFile('sandbox', today(), []), { rail: 'other' }],
  ] as const) {
    await assert.rejects(importStatement(context, file, told), StatementError)
  }

  assert.deepEqual(await count(), before)
})

test('a CSV speaks of the days of its lines in Lagos, or of those that were said', async () => {
  const of = { mode: 'test', rail: 'sandbox' } as const
  const lines = ['2026-11-01T23:30:00Z', '2026-11-03T22:59:59Z'].map(
    (at, i) => `days-${i},credit,5.00,1,,${at}`,
  )
  const file = csvFile([CSV_HEAD, ...lines].join('\n'))

  const { statement } = await importStatement(context, file, of)
  const again = await importStatement(context, file, { ...of, fromDay: '2026-10-01' })
  const empty = await importStatement(context, csvFile(CSV_HEAD), {
    ...of,
    fromDay: '2026-11-05',
    toDay: '2026-11-05',
  })

  const period = ({ periodFrom, periodTo }: typeof statement) =>
    [periodFrom, periodTo].map((moment) => moment.toISOString())
  assert.deepEqual(period(statement), ['2026-11-01T23:00:00.000Z', '2026-11-03T23:00:00.000Z'])
  assert.deepEqual([again.isNew, again.statement], [false, statement], 'it is the first one again')
  assert.deepEqual(period(empty.statement), [
    '2026-11-04T23:00:00.000Z',
    '2026-11-05T23:00:00.000Z',
  ])
})

test('a CSV of today says nothing of what is still to come today', async () => {
  const now = context.now()
  const line = `${CSV_HEAD}\ntoday,credit,5.00,1,,${later(now, -1).toISOString()}`

  const { statement } = await importStatement(context, csvFile(line), {
    mode: 'test',
    rail: 'sandbox',
  })

  assert(statement.periodTo >= now && statement.periodTo <= context.now())
})
