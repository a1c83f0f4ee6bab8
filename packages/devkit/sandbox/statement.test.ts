import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { importStatement } from '../../../src/operator/reconciliation/import.ts'
import { isClean, reconcile } from '../../../src/operator/reconciliation/reconciliation.ts'
import { readStatement } from '../../../src/operator/reconciliation/statement.ts'
import { DAY, HOUR, later } from '../../../src/platform/clock.ts'
import { useApi } from '../../../test/api.ts'
import { creditTo, deposited, transfer } from '../../../test/payments.ts'
import { askToPay } from '../../../test/payouts.ts'
import { csvFile } from '../../../test/statements.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'

const context = useContext()
const api = useApi(context)

const BOOKS = { mode: 'test', rail: 'sandbox' } as const
const TRANSFERS = 40

let business: GivenBusiness
let wallet: string
let day: { from: Date; to: Date }
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  wallet = body.data.account.account_number
  day = { from: later(context.now(), -HOUR), to: later(context.now(), HOUR) }
  for (let i = 0; i < TRANSFERS; i++) {
    await deposited(context, creditTo(context, wallet, 1_000 + i, `in-${i}`))
  }
  const narration = '=1+1, "quoted"'
  await transfer(api, business, { account_number: wallet, amount: 100, narration })
  await askToPay(api, business)
  context.advance(3 * DAY)
})

function ask(query: Record<string, string> = {}, key = business.keys.secretKey, range = day) {
  const { from, to } = range
  const all = { from: from.toISOString(), to: to.toISOString(), ...query }
  return api.get(`/api/v1/sandbox/statement?${new URLSearchParams(all)}`, { key })
}

test('a statement without faults lists all that moved, in naira or in kobo, and agrees with the books', async () => {
  const csv = await ask()
  const json = await ask({ format: 'json' })

  assert.match(String(csv.headers['content-type']), /^text\/csv/)
  assert.match(
    String(csv.headers['content-disposition']),
    /^attachment; filename="statement-.*csv"$/,
  )
  const fromCsv = readStatement(Buffer.from(csv.text), 'csv', context.now()).lines
  const fromJson = readStatement(Buffer.from(json.text), 'json', context.now()).lines
  assert.equal(fromCsv.length, TRANSFERS + 2)
  assert.deepEqual(
    fromCsv.map((line) => ({ ...line, position: line.position - 1 })),
    fromJson,
  )
  assert.deepEqual([...new Set(fromCsv.map(({ direction }) => direction))].sort(), [
    'credit',
    'debit',
  ])
  assert(fromCsv.some(({ narration }) => narration === '=1+1, "quoted"'))
  const { statement } = await importStatement(context, csvFile(csv.text), BOOKS)
  assert(isClean(await reconcile(context, BOOKS, statement)))
})

test('each fault is what reconciling finds, and the same seed makes the same faults', async () => {
  for (const fault of ['missing', 'extra', 'duplicate', 'late', 'wrong_amount']) {
    const [one, same, other] = await Promise.all(
      ['a', 'a', 'b'].map((seed) => ask({ faults: fault, seed, format: 'json' })),
    )
    assert.equal(one!.text, same!.text)
    assert.notEqual(one!.text, other!.text, fault)
  }

  const plain = (await ask({ format: 'json' })).body.lines as Line[]
  const names = (lines: Line[]) => lines.map(({ session_id }) => session_id)
  const linesWith = async (fault: string) =>
    (await ask({ faults: fault, seed: 'a', format: 'json' })).body.lines as Line[]
  const missing = await linesWith('missing')
  assert(missing.length < plain.length && missing.length > plain.length / 2)
  const extra = await linesWith('extra')
  assert(extra.length > plain.length)
  assert(extra.some(({ session_id }) => !names(plain).includes(session_id)))
  const twice = await linesWith('duplicate')
  assert.deepEqual(new Set(names(twice)), new Set(names(plain)))
  assert(twice.length > plain.length)
  const wrong = await linesWith('wrong_amount')
  assert.deepEqual(names(wrong), names(plain))
  assert(wrong.some(({ amount }, i) => amount === plain[i]!.amount + 100))
})

type Line = { session_id: string; amount: number }

test('what is late is in the statement of a day later, and nowhere else', async () => {
  const query = { faults: 'late', seed: 'a', format: 'json' }
  const next = { from: later(day.from, DAY), to: later(day.to, DAY) }

  const first = (await ask(query)).body.lines as Line[]
  const second = (await ask(query, business.keys.secretKey, next)).body.lines as Line[]

  const plain = (await ask({ format: 'json' })).body.lines as Line[]
  assert(first.length > 0 && second.length > 0)
  const both = [...first, ...second].map(({ session_id }) => session_id)
  assert.deepEqual(both.sort(), plain.map(({ session_id }) => session_id).sort())
})

test('a business sees its own transfers alone', async () => {
  const stranger = await givenBusiness(context)

  const { status, body } = await ask({ format: 'json' }, stranger.keys.secretKey)

  assert.deepEqual([status, body.lines], [200, []])
})

test('without a time it is yesterday in Lagos', async () => {
  const { body } = await api.get('/api/v1/sandbox/statement?format=json', {
    key: business.keys.secretKey,
  })

  assert.match(body.from, /T23:00:00\.000Z$/)
  assert.equal(Date.parse(body.to) - Date.parse(body.from), DAY)
  assert(Date.parse(body.to) <= context.now().getTime())
  assert.deepEqual(body.lines, [])
})

test('a time, a format or a fault that cannot be is refused by its name', async () => {
  const wrong: [query: Record<string, string>, field: string][] = [
    [{ from: 'yesterday' }, 'from'],
    [{ from: '2026-02-30T00:00:00Z' }, 'from'],
    [{ to: '' }, 'to'],
    [{ to: day.from.toISOString() }, 'to'],
    [{ to: later(day.from, 32 * DAY).toISOString() }, 'to'],
    [{ from: '0000-01-01T00:00:00Z', to: '0000-01-02T00:00:00Z' }, 'from'],
    [{ from: '9999-12-31T00:00:00Z', to: '9999-12-31T23:59:59-01:00' }, 'to'],
    [{ format: 'pdf' }, 'format'],
    [{ faults: 'none' }, 'faults'],
    [{ faults: 'missing,constructor' }, 'faults'],
    [{ seed: 'x'.repeat(101) }, 'seed'],
  ]
  for (const [query, field] of wrong) {
    const { status, body } = await ask(query)
    assert.deepEqual([status, body.errors?.[0]?.field], [400, field], JSON.stringify(query))
  }
})
