import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOMENTS } from '../../../test/providers/moments.ts'
import {
  account,
  begun,
  done,
  GTB,
  given,
  KUDA,
  loggedIn,
  NOW,
  ONE_OFF,
  paid,
  RETURN,
  refused,
  returned,
} from '../../../test/providers/monnify/on-paper.ts'
import { type Answers, asked } from '../../../test/providers/paper.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'

// Lists with several rows in every state, queries at different times, and what expires with time.

const PAYMENTS = '/api/v1/transactions/search'
const TRANSFERS = '/api/v2/disbursements/search-transactions'
const REFUNDS = '/api/v1/refunds'
const VALIDATE = '/api/v1/disbursements/account/validate'
const listed = (...content: object[]) => done({ content, totalElements: content.length })
const NOTHING: Answers = {
  [`GET ${PAYMENTS}`]: listed(),
  [`GET ${TRANSFERS}`]: listed(),
  [`GET ${REFUNDS}`]: listed(),
}
/** Lagos time without a zone, in the hour that is still yesterday in UTC. */
const at = (minute: number) => `2026-11-29 00:${String(minute).padStart(2, '0')}:01.5`
const moment = (minute: number) => new Date(Date.UTC(2026, 10, 28, 23, minute, 1, 500))

const payment = (id: number, paymentStatus: string, more: object = {}) => ({
  paymentMethod: 'ACCOUNT_TRANSFER',
  createdOn: '2026-11-29 00:00:00',
  completedOn: at(id),
  amount: 100 + id,
  currencyCode: 'NGN',
  paymentDescription: `payment ${id}`,
  paymentStatus,
  transactionReference: `MNFY|${id}`,
  paymentReference: `ours-${id}`,
  ...more,
})
const transfer = (id: number, status: string, more: object = {}) => ({
  amount: 200 + id,
  reference: `payout-${id}`,
  transactionReference: `MFDS|${id}`,
  status,
  destinationAccountNumber: `01234567${id}`,
  narration: `payout ${id}`,
  createdOn: at(id),
  ...more,
})
const refund = (id: number, refundStatus: string, more: object = {}) => ({
  refundReference: `return-${id}`,
  transactionReference: `MNFY|of ${id}`,
  refundAmount: 300 + id,
  refundStatus,
  refundReason: `return ${id}`,
  createdOn: '29/11/2026 12:00:00 AM',
  completedOn: `29/11/2026 12:${id}:01 AM`,
  ...more,
})
const line = (
  direction: string,
  sessionId: string,
  naira: number,
  accountNumber: string,
  narration: string,
  occurredAt: Date,
) => ({ sessionId, direction, amount: BigInt(naira) * 100n, accountNumber, narration, occurredAt })
const ofRefund = (id: number) => new Date(Date.UTC(2026, 10, 28, 23, id, 1))

test('of payments, transfers and returns in every state those are lines that moved money', async () => {
  const { bank } = given({
    [`GET ${PAYMENTS}`]: listed(
      payment(10, 'PENDING'),
      payment(11, 'PAID', { amountPaid: 5.5 }),
      payment(12, 'FAILED'),
      payment(13, 'OVERPAID'),
      payment(14, 'PARTIALLY_PAID'),
      payment(15, 'EXPIRED'),
      payment(16, 'PAID', { paymentMethod: 'CARD', completedOn: undefined, createdOn: at(46) }),
      payment(17, 'ABANDONED'),
      payment(18, 'CANCELLED'),
      payment(19, 'REVERSED'),
    ),
    [`GET ${TRANSFERS}`]: listed(
      transfer(20, 'PENDING'),
      transfer(21, 'SUCCESS'),
      transfer(22, 'FAILED'),
      transfer(23, 'REVERSED'),
      transfer(24, 'COMPLETED', { transactionReference: undefined }),
      transfer(25, 'PENDING_AUTHORIZATION'),
      transfer(26, 'EXPIRED'),
      transfer(27, 'IN_PROGRESS'),
    ),
    [`GET ${REFUNDS}`]: listed(
      refund(30, 'PENDING'),
      refund(31, 'COMPLETED'),
      refund(32, 'FAILED'),
      refund(33, 'IN_PROGRESS'),
      refund(34, 'COMPLETED', { completedOn: undefined, createdOn: '29/11/2026 12:44:01 AM' }),
    ),
  })

  const fetched = await bank.fetchStatement({ from: moment(0), to: moment(59) })

  assert.deepEqual(fetched, {
    kind: 'fetched',
    lines: [
      { ...line('credit', 'MNFY|11', 0, '', 'payment 11', moment(11)), amount: 550n },
      line('credit', 'MNFY|13', 113, '', 'payment 13', moment(13)),
      line('credit', 'MNFY|14', 114, '', 'payment 14', moment(14)),
      line('debit', 'MFDS|21', 221, '0123456721', 'payout 21', moment(21)),
      line('debit', 'MFDS|23', 223, '0123456723', 'payout 23', moment(23)),
      line('credit', 'MFDS|23', 223, '0123456723', 'payout 23', moment(23)),
      line('debit', 'payout-24', 224, '0123456724', 'payout 24', moment(24)),
      line('debit', 'return-31', 331, '', 'return 31', ofRefund(31)),
      line('debit', 'return-34', 334, '', 'return 34', ofRefund(44)),
      line('credit', 'ours-16', 116, '', 'payment 16', moment(46)),
    ],
  })
})

for (const [state, more] of Object.entries({
  'a payment of half a kobo': [PAYMENTS, payment(10, 'PAID', { amount: 1.005 })],
  'a transfer in a state that nobody knows': [TRANSFERS, transfer(20, 'ROUTED')],
  'a return without a moment': [
    REFUNDS,
    refund(30, 'COMPLETED', { completedOn: 'soon', createdOn: 'now' }),
  ],
}) as [string, [string, object]][]) {
  test(`a statement with ${state} is unknown`, async () => {
    const [path, row] = more
    const { bank } = given({ ...NOTHING, [`GET ${path}`]: listed(row) })
    assert.deepEqual(await bank.fetchStatement({ from: moment(0), to: moment(59) }), {
      kind: 'unknown',
    })
  })
}

for (const [name, from] of Object.entries(MOMENTS)) {
  test(`a statement from ${name} is asked for by its moments, page after page`, async () => {
    const to = later(from, 2 * HOUR)
    const edges = [-1, 0, 2 * HOUR - 1, 2 * HOUR].map((ms) => later(later(from, ms), HOUR))
    const texts = edges.map((one) => one.toISOString().slice(0, -1))
    const all = texts.map((createdOn, i) => transfer(20 + i, 'SUCCESS', { createdOn }))
    const filled = [...all, ...Array.from({ length: 96 }, () => transfer(30, 'FAILED'))]
    const { bank, sent } = given({
      ...NOTHING,
      [`GET ${TRANSFERS}`]: ({ pageNo }) => listed(...(pageNo === '0' ? filled : [])),
    })

    const fetched = await bank.fetchStatement({ from, to })

    assert(fetched.kind === 'fetched')
    const names = fetched.lines.map(({ sessionId }) => sessionId)
    assert.deepEqual(names, ['MFDS|21', 'MFDS|22'], 'from the first moment to before the last')
    const span = { from: `${from.getTime()}`, to: `${to.getTime()}` }
    const ofWallet = {
      sourceAccountNumber: '3934178936',
      startDate: span.from,
      endDate: span.to,
      pageSize: '100',
    }
    assert.deepEqual(sent(), [
      asked(PAYMENTS, { ...span, page: '0', size: '100' }),
      asked(TRANSFERS, { ...ofWallet, pageNo: '0' }),
      asked(TRANSFERS, { ...ofWallet, pageNo: '1' }),
      asked(REFUNDS, { page: '0', size: '100' }),
    ])
  })
}

test('a statement is read on from the list and the page where it ended', async () => {
  const { bank, sent } = given(NOTHING)
  const place = ({ page = '', pageNo = page }: { page?: string; pageNo?: string }) => pageNo
  const whole = [`${PAYMENTS} 0`, `${TRANSFERS} 0`, `${REFUNDS} 0`]
  for (const [page, read] of Object.entries({
    '0:3': [`${PAYMENTS} 2`, `${TRANSFERS} 0`, `${REFUNDS} 0`],
    '1:4': [`${TRANSFERS} 3`, `${REFUNDS} 0`],
    '2:5': [`${REFUNDS} 4`],
    '3:1': whole,
    '1:0': whole,
    x: whole,
  })) {
    const before = sent().length
    await bank.fetchStatement({ from: NOW, to: later(NOW, HOUR), page })
    const calls = sent().slice(before)
    assert.deepEqual(
      calls.map(([call, query]) => `${call.slice('GET '.length)} ${place(query as object)}`),
      read,
      page,
    )
  }
})

// A token's lifetime in seconds, the times of calls, and how many logins there were by then.
for (const [expiresIn, calls] of [
  [3_600, { 0: 1, 3539: 1, 3540: 2, 7079: 2, 7080: 3 }],
  [120, { 0: 1, 59: 1, 60: 2 }],
  [90, { 0: 1, 44: 1, 45: 2 }],
] as [number, Record<number, number>][]) {
  test(`a token of ${expiresIn} seconds is used until shortly before its end`, async () => {
    let logins = 0
    const login = () => loggedIn(`token-${++logins}`, expiresIn)
    const world = given({
      'POST /api/v1/auth/login': login,
      [`GET ${VALIDATE}`]: ({ accountNumber }) => done({ accountNumber, accountName: 'OBI ADA' }),
    })
    for (const [second, count] of Object.entries(calls)) {
      world.now = later(NOW, Number(second) * SECOND)
      await world.bank.resolveAccount({ bank: GTB, accountNumber: '0123456789' })
      assert.equal(logins, count, `after ${second} seconds`)
    }
    const key = Buffer.from('MK_TEST_1:secret-2').toString('base64')
    const passes = world.on.passes.filter((_, i) => world.on.sent[i]![0].startsWith('POST'))
    assert.deepEqual(new Set(passes), new Set([`Basic ${key}`]))
    assert.equal(world.on.passes.at(-1), `Bearer token-${logins}`)
  })
}

// Our key belongs to something else, so it cannot be used again.
for (const [what, change] of Object.entries({
  'of another amount': { refundAmount: 1_000.03 },
  'of another credit': { transactionReference: 'MNFY|17|another' },
})) {
  test(`a return ${what} under our key is not ours, when made and when found`, async () => {
    const other = done({ ...returned, ...change })
    for (const made of [other, refused('R9')]) {
      const { bank } = given({
        [`POST ${REFUNDS}/initiate-refund`]: made,
        [`GET ${REFUNDS}/return-1`]: other,
      })
      assert.deepEqual(await bank.returnCredit(RETURN), { kind: 'refused', reason: 'duplicate' })
    }
  })
}

test('a part of what was asked is a credit too, and of several senders none is the sender', async () => {
  const [sender] = paid.paymentSourceInformation
  for (const [state, sources, senderName] of [
    ['PARTIALLY_PAID', [sender], 'BOLA SENDER'],
    ['PAID', [sender, { ...sender, accountName: 'ANOTHER SENDER' }], ''],
  ] as const) {
    const told = { ...paid, paymentStatus: state, paymentSourceInformation: sources }
    const { bank } = given({ 'GET /api/v2/merchant/transactions/query': done(told) })
    const said = await bank.confirmCredit({ reference: 'MNFY|17|credit' })
    assert(said.kind === 'credit')
    assert.deepEqual([said.credit.senderName, said.credit.amount], [senderName, 300_001n])
  }
})

test('where they do not say when an account ends, it ends after the seconds that are left', async () => {
  const { bank } = given({
    'POST /api/v1/merchant/transactions/init-transaction': done(begun),
    'POST /api/v1/merchant/bank-transfer/init-payment': done({ ...account, expiresOn: null }),
  })
  const issued = await bank.issueOneOffAccount(ONE_OFF)
  assert(issued.kind === 'issued')
  assert.deepEqual(issued.expiresAt, later(NOW, 2_400 * SECOND))
})

test('their list of banks is read again after a day, and an old one is better than none', async () => {
  const name = ({ accountNumber = '' }) => done({ accountNumber, accountName: 'OBI ADA' })
  const banks = done([{ name: 'Kuda', code: '611', nipBankCode: '090267' }])
  const world = given({ 'GET /api/v1/banks': banks, [`GET ${VALIDATE}`]: name })
  const ask = () => world.bank.resolveAccount({ bank: KUDA, accountNumber: '0123456789' })
  const reads = () => world.sent().filter(([call]) => call === 'GET /api/v1/banks').length

  await ask()
  world.now = later(NOW, DAY - 1)
  await ask()
  assert.equal(reads(), 1)
  world.answers['GET /api/v1/banks'] = refused('99')
  world.now = later(NOW, DAY)

  assert.equal((await ask()).kind, 'found')
  assert.equal(reads(), 2)
})

test('a card that failed on their page may be tried again for a day, by the moment of its key', async () => {
  const begunAt = new Date('2026-11-28T23:30:00.000Z')
  const hex = begunAt.getTime().toString(16).padStart(12, '0')
  const key = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`
  const world = given({
    'GET /api/v2/merchant/transactions/query': done({
      paymentReference: key,
      paymentStatus: 'FAILED',
    }),
  })
  const after = async (ms: number) => {
    world.now = later(begunAt, ms)
    return world.card.enquire({ key })
  }
  assert.deepEqual(await after(5 * MINUTE), { kind: 'pending', declined: 'declined' })
  assert.deepEqual(await after(DAY), { kind: 'pending', declined: 'declined' })
  const over = { kind: 'declined', reason: 'declined', authorization: null }
  assert.deepEqual(await after(DAY + 1), over)
})
