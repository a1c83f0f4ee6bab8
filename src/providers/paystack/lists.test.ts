import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOMENTS } from '../../../test/providers/moments.ts'
import { type Answers, asked } from '../../../test/providers/paper.ts'
import {
  CHARGE,
  charge,
  done,
  given,
  HANDLE,
  moment,
  NOW,
  refund,
  settlement,
  transfer,
} from '../../../test/providers/paystack/on-paper.ts'
import { DAY, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'

// Lists with several rows in every state, queries at different times, and what changes with time.

const { key } = CHARGE
const STATES = ['pending', 'processing', 'processed', 'needs-attention', 'failed', 'on-hold']
const OUT = ['/transfer success 1', '/transfer reversed 1']
const NONE: Answers = {
  'GET /transaction': done([]),
  'GET /refund': done([]),
  'GET /settlement': done([]),
  'GET /transfer': done([]),
}

/** A charge of 900,009 kobo with these refunds, and a request for one more. */
async function asking(rows: object[], { amount = 300_000n, isWhole = false } = {}) {
  const transaction = { id: CHARGE.id, reference: key }
  const { rail, sent } = given({
    'GET /refund': done(rows),
    'POST /refund': done(refund(50, 'pending', Number(amount), { transaction })),
  })
  const asked = { amount: kobo(amount), handle: HANDLE }
  const outcome = isWhole
    ? await rail.reverse({ ...asked, key })
    : await rail.refund({ ...asked, key: 'new', charge: key })
  const posts = sent().filter(([call]) => call === 'POST /refund').length
  assert.equal(posts, outcome.kind === 'accepted' && outcome.handle === '50' ? 1 : 0)
  return outcome.kind === 'refused' ? outcome.reason : outcome.kind
}

for (const status of STATES) {
  const isBack = status === 'failed'
  test(`what is left of a charge beside a refund that is ${status}`, async () => {
    const rows = [
      refund(30, 'failed', 900_009),
      refund(31, status, 400_000),
      refund(32, 'processed', 200_009),
      refund(33, 'failed', 100),
      refund(34, 'processed', 900_009, { transaction: 1 }),
    ]
    const left = isBack ? 700_000n : 300_000n
    assert.equal(await asking(rows, { amount: left }), 'accepted')
    assert.equal(await asking(rows, { amount: left + 1n }), 'amount_too_high')
  })

  test(`a whole charge is given back only where its refunds have failed: ${status}`, async () => {
    const rows = [refund(30, 'failed', 200), refund(31, status, 1)]
    const whole = { amount: CHARGE.amount, isWhole: true }
    assert.equal(await asking(rows, whole), isBack ? 'accepted' : 'amount_too_high')
  })

  test(`a refund with a strange note that is ${status} may be ours while it is not failed`, async () => {
    const strange = (amount: number) => refund(31, status, amount, { merchant_note: 'as before' })
    const outcome = isBack ? 'accepted' : 'unknown'
    assert.equal(await asking([refund(30, 'processed', 5), strange(300_000)]), outcome)
    assert.equal(await asking([refund(30, 'processed', 300_000), strange(5)]), 'accepted')
  })

  test(`a refund that bears our key is the refund: ${status}`, async () => {
    const ours = refund(31, status, 300_000, { merchant_note: 'cowrie new' })
    const outcomes: Record<string, string> = {
      pending: 'accepted',
      processing: 'accepted',
      'needs-attention': 'accepted',
      processed: 'returned',
      failed: 'refused_by_bank',
      'on-hold': 'unknown',
    }
    assert.equal(await asking([refund(30, 'failed', 300_000), ours]), outcomes[status])
    const other = { ...ours, amount: 300_001 }
    assert.equal(await asking([other]), 'unknown')
  })
}

for (const [what, seconds, rows, kind] of [
  ['that was asked for now', 0, [], 'unknown'],
  ['that was asked for less than ten minutes ago', 599, [], 'unknown'],
  ['that was asked for ten minutes ago', 600, [], 'not_found'],
  ['beside others', 600, [refund(30, 'processed', 300_000)], 'not_found'],
  [
    'beside one with a strange note',
    600,
    [refund(30, 'failed', 5, { merchant_note: '' })],
    'unknown',
  ],
  [
    'beside the same one of another charge',
    600,
    [refund(30, 'failed', 5, { transaction: 9, merchant_note: 'cowrie new' })],
    'not_found',
  ],
] as [string, number, object[], string][]) {
  test(`a refund ${what} and is not listed is ${kind}`, async () => {
    const verified = charge(CHARGE.id, 'success', { reference: key, amount: Number(CHARGE.amount) })
    const { rail } = given({
      [`GET /transaction/verify/${key}`]: done(verified),
      'GET /refund': done(rows),
    })
    const askedAt = later(NOW, -seconds * SECOND)
    const enquired = await rail.enquireRefund({ key: 'new', charge: key, askedAt })
    assert.deepEqual(enquired, { kind })
  })
}

test('refunds are looked for on every page, five at the most', async () => {
  const full = Array.from({ length: 100 }, (_, i) => refund(100 + i, 'failed', 1))
  const ours = refund(31, 'processed', 300_000, { merchant_note: 'cowrie new' })
  const search = async (pages: object[][]) => {
    const { rail, sent } = given({
      'GET /refund': ({ page }) => done(pages[Number(page) - 1] ?? []),
    })
    const asked = { key: 'new', charge: key, amount: kobo(300_000n), handle: HANDLE }
    const { kind } = await rail.refund(asked)
    return [kind, sent().map(([, said]) => (said as { page: string }).page)]
  }
  assert.deepEqual(await search([full, full, [ours]]), ['returned', ['1', '2', '3']])
  const endless = Array.from({ length: 6 }, () => full)
  assert.deepEqual(await search(endless), ['unknown', ['1', '2', '3', '4', '5']])
})

test('two refunds of a charge that are asked for at once are made one after the other', async () => {
  const made: object[] = []
  const { rail } = given({
    'GET /refund': () => done([...made]),
    'POST /refund': ({ merchant_note, amount }) => {
      const transaction = { id: CHARGE.id, reference: key }
      made.push(refund(60 + made.length, 'pending', Number(amount), { merchant_note }))
      return done({ ...made.at(-1), transaction })
    },
  })
  const asked = { charge: key, amount: kobo(500_000n), handle: HANDLE }
  const outcomes = await Promise.all(['a', 'b'].map((one) => rail.refund({ ...asked, key: one })))
  assert.deepEqual(outcomes, [
    { kind: 'accepted', handle: '60' },
    { kind: 'refused', reason: 'amount_too_high' },
  ])
})

const line = (
  direction: string,
  sessionId: string,
  amount: number,
  minute: number,
  text: string,
) => ({
  sessionId,
  direction,
  amount: BigInt(amount),
  accountNumber: '',
  narration: text,
  occurredAt: moment(minute),
})

test('of what Paystack lists in every state those are lines that moved money', async () => {
  const all = [
    charge(11, 'success'),
    charge(12, 'reversed', { fees: null }),
    charge(13, 'success', { reference: 'x'.repeat(64) }),
    charge(14, 'success', { reference: 'x'.repeat(65), fees: 0 }),
  ]
  const sent = [
    transfer(4, 'success'),
    transfer(5, 'reversed', { updatedAt: moment(50).toISOString() }),
    transfer(6, 'success', { transfer_code: null }),
  ]
  const { rail } = given({
    'GET /transaction': ({ status }) => done(all.filter((one) => one.status === status)),
    'GET /refund': done(STATES.map((status, i) => refund(21 + i, status, 500 + i))),
    'GET /settlement': done(
      ['success', 'processing', 'pending', 'failed'].map((status, i) => settlement(31 + i, status)),
    ),
    'GET /transfer': ({ status }) => done(sent.filter((one) => one.status === status)),
  })

  const fetched = await rail.fetchStatement!({ from: moment(0), to: moment(59) })

  assert.deepEqual(fetched, {
    kind: 'fetched',
    lines: [
      { ...line('debit', 'TRF_4', 4_000, 4, 'Transfer'), accountNumber: '0000000004' },
      { ...line('debit', 'TRF_5', 5_000, 5, 'Transfer'), accountNumber: '0000000005' },
      { ...line('debit', 'transfer-number-6', 6_000, 6, 'Transfer'), accountNumber: '0000000006' },
      line('credit', 'charge-11', 11_000, 11, 'Card payment'),
      line('debit', 'fee-charge-11', 111, 11, 'Fee'),
      line('credit', 'charge-12', 12_000, 12, 'Card payment'),
      line('credit', 'x'.repeat(64), 13_000, 13, 'Card payment'),
      line('debit', 'fee-13', 113, 13, 'Fee'),
      line('credit', 'charge-14', 14_000, 14, 'Card payment'),
      line('debit', 'refund-23', 502, 23, 'Refund'),
      { ...line('debit', 'settlement-31', 310_000, 31, 'Settlement'), isSettlement: true },
      { ...line('credit', 'TRF_5', 5_000, 50, 'Transfer'), accountNumber: '0000000005' },
    ],
  })
})

for (const [name, from] of Object.entries(MOMENTS)) {
  test(`a statement from ${name} is asked for from when its things may have begun`, async () => {
    const to = later(from, 90 * MINUTE)
    const edges = [-1, 0, 90 * MINUTE - 1, 90 * MINUTE]
    const paid = edges.map((ms, i) =>
      charge(41 + i, 'success', { fees: null, paid_at: later(from, ms).toISOString() }),
    )
    const { rail, sent } = given({
      ...NONE,
      'GET /transaction': ({ status }) => done(status === 'success' ? paid : []),
    })

    const fetched = await rail.fetchStatement!({ from, to })

    assert(fetched.kind === 'fetched')
    const names = fetched.lines.map(({ sessionId }) => sessionId)
    assert.deepEqual(names, ['charge-42', 'charge-43'], 'from the first moment to before the last')
    const since = (days: number) => ({
      from: later(from, -days * DAY).toISOString(),
      to: to.toISOString(),
      perPage: '100',
      page: '1',
    })
    assert.deepEqual(sent(), [
      asked('/transaction', { ...since(3), status: 'success' }),
      asked('/transaction', { ...since(3), status: 'reversed' }),
      asked('/refund', since(30)),
      asked('/settlement', since(7)),
      asked('/transfer', { ...usualPages(since(1)), status: 'success' }),
      asked('/transfer', { ...usualPages(since(30)), status: 'reversed' }),
    ])
  })
}

/** Without the size of a page. */
function usualPages({ perPage, ...query }: Record<string, string>) {
  return query
}

test('a list of transfers ends with the first page that is not full, of fifty', async () => {
  const rows = Array.from({ length: 51 }, (_, i) => transfer(100 + i, 'success'))
  const { rail, sent } = given({
    ...NONE,
    'GET /transfer': ({ status, page }) =>
      done(status === 'success' ? rows.slice(50 * (Number(page) - 1)).slice(0, 50) : []),
  })

  const fetched = await rail.fetchStatement!({ from: moment(0), to: later(moment(0), DAY) })

  assert(fetched.kind === 'fetched')
  assert.equal(fetched.lines.length, 51)
  const pages = sent().filter(([call]) => call === 'GET /transfer')
  assert.equal(pages.length, 3)
})

test('a statement is read on from the list and the page where it ended', async () => {
  const { rail, sent } = given(NONE)
  const whole = [
    '/transaction success 1',
    '/transaction reversed 1',
    '/refund 1',
    '/settlement 1',
    ...OUT,
  ]
  for (const [page, read] of Object.entries({
    '0:2': ['/transaction success 2', ...whole.slice(1)],
    '1:7': ['/transaction reversed 7', ...whole.slice(2)],
    '2:3': ['/refund 3', '/settlement 1', ...OUT],
    '3:4': ['/settlement 4', ...OUT],
    '4:2': ['/transfer success 2', '/transfer reversed 1'],
    '5:9': ['/transfer reversed 9'],
    '6:1': whole,
    '0:0': whole,
    x: whole,
  })) {
    const before = sent().length
    await rail.fetchStatement!({ from: NOW, to: later(NOW, DAY), page })
    const calls = sent().slice(before) as [string, Record<string, string>][]
    const told = calls.map(([call, { status = '', page: number }]) =>
      [call.slice('GET '.length), status, number].filter(Boolean).join(' '),
    )
    assert.deepEqual(told, read, page)
  }
})

test('a page can be paid on for its time, and ten minutes more for the two clocks', async () => {
  const failed = { reference: key, created_at: NOW.toISOString(), gateway_response: 'Wrong PIN' }
  const world = given({ [`GET /transaction/verify/${key}`]: done(charge(1, 'failed', failed)) })
  const after = async (ms: number) => {
    world.now = later(NOW, ms)
    return (await world.rail.enquire({ key })).kind
  }
  const overMs = 2 * DAY + 10 * MINUTE
  const kinds = [await after(DAY), await after(overMs - 1), await after(overMs)]
  assert.deepEqual(kinds, ['pending', 'pending', 'declined'])
})
