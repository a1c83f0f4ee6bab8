import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOMENTS } from '../../../test/providers/moments.ts'
import { type Answers, asked } from '../../../test/providers/paper.ts'
import {
  BANK,
  CREDIT,
  done,
  given,
  keyAt,
  LOGIN,
  loggedIn,
  MAIN_ID,
  NOW,
  refused,
  sessionOf,
  TRANSFER,
  transfer,
} from '../../../test/providers/safehaven/on-paper.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'

// Lists with several rows in every state, the days queried, and what expires with time.

const STATEMENT = `GET /accounts/${MAIN_ID}/statement`
const NOTHING: Answers = { 'GET /transfers': done([], 0), [STATEMENT]: done([], 0) }
const LISTED: Record<string, [status: string, code: string, kind: string]> = {
  done: ['Completed', '00', 'sent'],
  'in hand': ['Processing', '09', 'accepted'],
  failed: ['Failed', '57', 'failed'],
  'failed, perhaps': ['Failed', '96', 'unknown'],
  'sent back': ['Reversed', '00', 'reversed'],
}

/** A list of transfers in every state, with ours among them. */
function listWith(reference: string, ...ours: ReturnType<typeof transfer>[]) {
  const others = Object.values(LISTED).map(([status, code], i) => transfer(30 + i, status, code))
  const named = ours.map((one) => ({ ...one, paymentReference: reference }))
  const all = [...others.slice(0, 3), ...named, ...others.slice(3)]
  return { 'GET /transfers': done(all, all.length) }
}

for (const [one, [status, code, kind]] of Object.entries(LISTED)) {
  test(`a payout that is listed as ${one} is ${kind}, and by a new request never sent again`, async () => {
    const key = keyAt(later(NOW, -MINUTE))
    const { bank, sent } = given(listWith(`T-${key}`, transfer(21, status, code)))

    const enquired = await bank.enquireTransfer({ key, askedAt: NOW })
    const again = await bank.transfer({ ...TRANSFER, key })

    assert.equal(enquired.kind, kind)
    assert.equal(again.kind, kind === 'reversed' ? 'accepted' : kind)
    if (enquired.kind === 'sent') assert.equal(enquired.sessionId, sessionOf(21))
    assert(sent().every(([call]) => call !== 'POST /transfers'))
  })

  test(`of two with one reference, of which one is ${one}, the one that is done is it`, async () => {
    for (const [other, [status2, code2, kind2]] of Object.entries(LISTED)) {
      const key = keyAt(NOW)
      const two = [transfer(21, status, code), transfer(22, status2, code2)]
      const { bank } = given(listWith(`T-${key}`, ...two))
      const said = await bank.enquireTransfer({ key, askedAt: NOW })
      assert.equal(said.kind, [kind, kind2].includes('sent') ? 'sent' : kind, other)
      if (said.kind === 'sent') assert.equal(said.sessionId, sessionOf(kind === 'sent' ? 21 : 22))
    }
  })
}

// Another amount or another account: the key belongs to something else.
for (const change of [{ amount: 7_000.22 }, { creditAccountNumber: '0123456722' }]) {
  test(`what is listed under a key with ${Object.keys(change)} of its own is no other payout`, async () => {
    const key = keyAt(later(NOW, -HOUR))
    const { bank } = given(listWith(`T-${key}`, transfer(21, 'Completed', '00', change)))
    const said = await bank.transfer({ ...TRANSFER, key })
    assert.deepEqual(said, { kind: 'failed', reason: 'duplicate' })
  })
}

// The days that an enquiry about a request of this time queries.
const DAYS: Record<string, [from: string, to: string]> = {
  '2026-11-27T23:30:00.001Z': ['2026-11-26', '2026-11-29'],
  '2026-11-28T22:59:59.999Z': ['2026-11-27', '2026-11-30'],
  '2026-11-28T23:00:00.000Z': ['2026-11-27', '2026-11-30'],
  '2026-11-28T23:59:59.999Z': ['2026-11-27', '2026-11-30'],
  '2026-11-29T00:00:00.000Z': ['2026-11-28', '2026-11-30'],
  '2026-11-30T23:30:00.000Z': ['2026-11-29', '2026-12-02'],
  '2026-12-01T00:30:00.000Z': ['2026-11-30', '2026-12-02'],
  '2026-12-31T23:30:00.000Z': ['2026-12-30', '2027-01-02'],
  '2027-01-01T00:30:00.000Z': ['2026-12-31', '2027-01-02'],
  '2028-02-28T23:30:00.000Z': ['2028-02-27', '2028-03-01'],
  '2028-02-29T23:30:00.000Z': ['2028-02-28', '2028-03-02'],
  '2028-03-01T12:00:00.000Z': ['2028-02-29', '2028-03-02'],
}
assert.deepEqual(Object.keys(DAYS), Object.keys(MOMENTS))

for (const [name, at] of Object.entries(MOMENTS)) {
  const [fromDate, toDate] = DAYS[name]!
  const page = { page: '0', limit: '100' }

  test(`an enquiry about ${name} asks for the days on either side`, async () => {
    for (const call of ['enquireTransfer', 'enquireReturn'] as const) {
      const world = given(NOTHING)
      world.now = later(at, 2 * HOUR)
      await world.bank.balances!()
      const before = world.sent().length
      // The key is older; the days follow from the request.
      const said = await world.bank[call]({ key: keyAt(later(at, -9 * DAY)), askedAt: at })
      const dates = { fromDate, toDate, ...page }
      assert.deepEqual(said, { kind: 'not_found' })
      assert.deepEqual(
        world
          .sent()
          .slice(before)
          .filter(([path]) => path !== 'GET /accounts'),
        [
          asked('/transfers', { accountId: MAIN_ID, type: 'Outwards', ...dates }),
          asked(`/accounts/${MAIN_ID}/statement`, dates),
        ],
      )
    }
  })

  test(`before a payout of ${name} its list is asked for from the day before to tomorrow`, async () => {
    const world = given({ ...NOTHING, 'POST /transfers': done(transfer(21, 'Completed', '00')) })
    world.now = later(at, 2 * HOUR)
    await world.bank.transfer({ ...TRANSFER, key: keyAt(at) })
    const [, dates] = world.sent().find(([call]) => call === 'GET /transfers')!
    const dated = { accountId: MAIN_ID, type: 'Outwards', fromDate, toDate, ...page }
    assert.deepEqual(dates, dated)
  })

  test(`a statement from ${name} is of its moments, and of days on either side`, async () => {
    const edges = [-1, 0, 2 * HOUR - 1, 2 * HOUR]
    const rows = edges.map((ms, i) => row(i, 'Credit', { transactionDate: later(at, ms) }))
    const { bank, sent } = given({ ...NOTHING, [STATEMENT]: done(rows, rows.length) })
    const fetched = await bank.fetchStatement!({ from: at, to: later(at, 2 * HOUR) })
    assert(fetched.kind === 'fetched' && fetched.next === undefined)
    const names = fetched.lines.map(({ sessionId }) => sessionId)
    assert.deepEqual(names, ['cba:C1', 'cba:C2'], 'from the first moment to before the last')
    const dates = { fromDate, toDate, ...page }
    assert.deepEqual(sent().slice(1), [
      asked(`/accounts/${MAIN_ID}/statement`, dates),
      asked('/transfers', { accountId: MAIN_ID, ...dates }),
    ])
  })

  test(`a statement of two days from ${name} is read on where its first day ended`, async () => {
    const { bank, sent } = given(NOTHING)
    const whole = { from: at, to: later(at, 2 * DAY) }
    const first = await bank.fetchStatement!(whole)
    assert(first.kind === 'fetched' && first.next !== undefined)
    const second = await bank.fetchStatement!({ ...whole, page: first.next })
    assert.deepEqual(second, { kind: 'fetched', lines: [] })
    const daysOf = (list: string) =>
      sent()
        .filter(([call]) => call === list)
        .map(([, said]) => said as { fromDate: string; toDate: string })
        .map(({ fromDate, toDate }) => [fromDate, toDate])
    const dayOf = (ms: number) => later(at, ms).toISOString().slice(0, 10)
    const days = [
      [dayOf(-DAY), dayOf(2 * DAY)],
      [dayOf(0), dayOf(3 * DAY)],
    ]
    assert.deepEqual(daysOf(STATEMENT), days)
    assert.deepEqual(daysOf('GET /transfers'), days)
  })
}

function row(serial: number, type: string, more: object = {}) {
  return {
    _id: `line-${serial}`,
    cbaTransactionId: `C${serial}`,
    paymentReference: `reference-${serial}`,
    type,
    narration: `line ${serial}`,
    amount: 500 + serial / 100,
    runningBalance: 9_000 + serial,
    transactionDate: later(NOW, serial * SECOND).toISOString(),
    valueDate: later(NOW, DAY).toISOString(),
    isReversal: false,
    ...more,
  }
}

test('lines are named by their transfer, by the network, or by the bank’s own books', async () => {
  const session = (serial: number) => `0000142611272330000000000000${serial}`
  const ours = { paymentReference: 'T-ours' }
  const listed = [
    transfer(40, 'Failed', '57', { ...ours, amount: 501.11 }),
    transfer(41, 'Completed', '00', { ...ours, amount: 500.01 }),
    transfer(42, 'Completed', '00', { ...ours, amount: 500.02, type: 'Inwards' }),
    transfer(43, 'Reversed', '00', { paymentReference: 'T-back', amount: 500.03 }),
  ]
  const rows = [
    row(1, 'Debit', ours),
    row(2, 'Debit', ours),
    row(3, 'Debit', { paymentReference: 'T-back' }),
    row(3, 'Credit', { paymentReference: 'T-back', isReversal: true, cbaTransactionId: 'C-back' }),
    row(5, 'Debit', { paymentReference: 'T-nobody' }),
    row(6, 'Credit', { paymentReference: session(66) }),
    row(7, 'Credit', { paymentReference: session(77), isReversal: true }),
    row(8, 'Debit', { paymentReference: session(88), cbaTransactionId: '' }),
  ]
  const { bank } = given({ 'GET /transfers': done(listed, 4), [STATEMENT]: done(rows, 8) })

  const fetched = await bank.fetchStatement!({ from: NOW, to: later(NOW, HOUR) })

  const line = (sessionId: string, serial: number, accountNumber = '', isIn = false) => ({
    sessionId,
    direction: isIn ? 'credit' : 'debit',
    amount: 50_000n + BigInt(serial),
    accountNumber,
    narration: `line ${serial}`,
    occurredAt: later(NOW, serial * SECOND),
  })
  assert.deepEqual(fetched, {
    kind: 'fetched',
    lines: [
      line(sessionOf(41), 1, '0123456741'),
      line('cba:C2', 2),
      line(sessionOf(43), 3, '0123456743'),
      line('cba:C-back', 3, '', true),
      line('cba:C5', 5),
      line(session(66), 6, '', true),
      line('cba:C7', 7, '', true),
      line('cba:line-8', 8),
    ],
  })
})

/** The calls before a transfer and whether it is requested: `list`, `name`, `money`. */
async function steps(world: ReturnType<typeof given>, ask: () => Promise<{ kind: string }>) {
  const before = world.sent().length
  const { kind } = await ask()
  const names: Record<string, string> = {
    'GET /transfers': 'list',
    'POST /transfers/name-enquiry': 'name',
    'POST /transfers': 'money',
  }
  const calls = world.sent().slice(before)
  return [...calls.flatMap(([call]) => names[call] ?? []), kind].join(' ')
}

// The age of the key, and of the first request of a return, in seconds.
for (const [keyed, first, payout, returned] of [
  [0, null, 'money sent', 'list name money returned'],
  [59, 59, 'money sent', 'name money returned'],
  [-59, 0, 'money sent', 'name money returned'],
  [60, 60, 'list money sent', 'list name money returned'],
  [-60, 30, 'list money sent', 'name money returned'],
  [7_200, null, 'list money sent', 'list name money returned'],
] as [number, number | null, string, string][]) {
  test(`a key of ${keyed} s, first asked for ${first ?? 'at an unknown time'}: ${payout}`, async () => {
    const ago = (seconds: number) => later(NOW, -seconds * SECOND)
    const world = given({
      ...NOTHING,
      'POST /transfers': done(transfer(21, 'Completed', '00')),
      'POST /transfers/name-enquiry': done({
        responseCode: '00',
        sessionId: sessionOf(55),
        accountName: 'BOLA OBI',
      }),
    })
    const key = keyAt(ago(keyed))
    const firstAskedAt = first === null ? null : ago(first)
    const order = { key, credit: CREDIT, amount: CREDIT.amount, firstAskedAt }
    assert.equal(await steps(world, () => world.bank.transfer({ ...TRANSFER, key })), payout)
    assert.equal(await steps(world, () => world.bank.returnCredit(order)), returned)
  })
}

test('within two hours what was asked for and is not listed may still come', async () => {
  const world = given({ ...NOTHING, 'POST /transfers': {} })
  const key = keyAt(NOW)
  const ask = (ms: number) => {
    world.now = later(NOW, ms)
    return steps(world, () => world.bank.transfer({ ...TRANSFER, key }))
  }
  assert.equal(await ask(0), 'money unknown')
  assert.equal(await ask(1), 'list unknown')
  assert.equal(await ask(2 * HOUR - 1), 'list unknown')
  assert.equal(await ask(2 * HOUR), 'list money unknown')
  assert.equal(await ask(4 * HOUR - 1), 'list unknown', 'counted from the last request')
})

test('what they did not act on, or failed, is asked for again at once', async () => {
  for (const [answer, kind] of [
    [refused(429, 'Too Many Requests'), 'unavailable'],
    [done(transfer(21, 'Failed', '57')), 'failed'],
  ] as const) {
    const world = given({ ...NOTHING, 'POST /transfers': answer })
    const ask = () => world.bank.transfer({ ...TRANSFER, key: keyAt(NOW) })
    assert.equal(await steps(world, ask), `money ${kind}`)
    assert.equal(await steps(world, ask), `money ${kind}`)
  }
})

test('enquiries at once read one list where they are about the same days, and no other', async () => {
  const { bank, sent } = given(NOTHING)
  const times = [NOW, later(NOW, -1), later(NOW, -5 * DAY), later(NOW, -DAY)]
  const enquiries = times.map((askedAt, i) => ({ key: keyAt(NOW, i), askedAt }))
  await Promise.all(enquiries.map((one) => bank.enquireTransfer(one)))
  const lists = sent().filter(([call]) => call === 'GET /transfers')
  const days = lists.map(([, said]) => (said as { fromDate: string }).fromDate)
  assert.deepEqual(days.sort(), ['2026-11-22', '2026-11-26', '2026-11-27'])
})

// A token's lifetime in seconds, the times of calls, and how many logins there were by then.
for (const [expiresIn, calls] of [
  [1_800, { 0: 1, 1739: 1, 1740: 2, 3479: 2, 3480: 3 }],
  [90, { 0: 1, 44: 1, 45: 2 }],
] as [number, Record<number, number>][]) {
  test(`a token of ${expiresIn} seconds is used until shortly before its end`, async () => {
    let logins = 0
    const world = given({ [LOGIN]: () => loggedIn(`token-${++logins}`, expiresIn) })
    for (const [second, count] of Object.entries(calls)) {
      world.now = later(NOW, Number(second) * SECOND)
      await world.bank.balances!()
      assert.equal(logins, count, `after ${second} seconds`)
      assert.equal(world.on.passes.at(-1), `Bearer token-${count}`)
    }
  })
}

test('a bank without a code of theirs is asked nothing', async () => {
  const { bank, sent } = given()
  const nowhere = { ...TRANSFER, bank: { ...BANK, nipCode: null }, key: keyAt(NOW) }
  assert.deepEqual(await bank.transfer(nowhere), { kind: 'failed', reason: 'bank_unknown' })
  assert.deepEqual(sent(), [])
})
