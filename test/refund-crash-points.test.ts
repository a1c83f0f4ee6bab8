import assert from 'node:assert/strict'
import { setWallet } from '../packages/devkit/sandbox/sandbox.ts'
import { changeSettings } from '../src/accounts/businesses/businesses.ts'
import { balancesOf } from '../src/core/ledger/ledger.ts'
import type { RefundStatus } from '../src/payments/refunds/refunds.sql.ts'
import { toWireRefund } from '../src/payments/refunds/refunds.ts'
import { sendDue } from '../src/payments/refunds/send.ts'
import { MINUTE } from '../src/platform/clock.ts'
import { kobo } from '../src/platform/money.ts'
import { type Api, useApi } from './api.ts'
import { useSweep } from './crash-points.ts'
import { endEventsOf, runJobsOnce, verifyPayment } from './payments.ts'
import {
  AMOUNT,
  givenPaid,
  NET,
  type Paid,
  refundIn,
  refundsOf,
  type Way,
  watched,
} from './refunds.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Refunds, stopped at each point; crash-points.ts says how. Of each payment a part was sent back
// before, so that the refund that is stopped is the last one. What is there to spend covers a part
// of it, and the rest is of what waits for its settlement.

const TRIES_MAX = 8
const FIRST = 100_000
const LAST = AMOUNT - FIRST
const AVAILABLE = 50_000
const PAYEE = '0123456789'
const LATE_ACCOUNT = '8888888888'
const REFUSING_ACCOUNT = '9999999999'
const ACCEPTING_ACCOUNT = '7777777777'
const FAILING_LATE_ACCOUNT = '6666666666'

const context = useContext()
const api = useApi(context)
const { process, broken, sweep } = useSweep(context)

/** `to`: another account than the one that paid. */
type How = { card?: string; sender?: string; to?: string }
type Case = [what: string, way: Way, how: How, end: Exclude<RefundStatus, 'pending'>]
const cases: Case[] = [
  ['to a card', 'card', {}, 'processed'],
  ['to a card that does not take it', 'card', { card: 'refund_refused' }, 'failed'],
  ['to a sender', 'bank_transfer', {}, 'processed'],
  ['to a sender whose bank is late', 'bank_transfer', { sender: LATE_ACCOUNT }, 'processed'],
  ['to a card that takes some days', 'card', { card: 'refund_accepted' }, 'processed'],
  ['to a card that fails days later', 'card', { card: 'refund_fails_late' }, 'failed'],
  [
    'to a sender whose bank takes some days',
    'bank_transfer',
    { sender: ACCEPTING_ACCOUNT },
    'processed',
  ],
  ['to another account', 'card', { to: PAYEE }, 'processed'],
  ['to another account whose bank is late', 'bank_transfer', { to: LATE_ACCOUNT }, 'processed'],
  ['to another account that is closed, days later', 'card', { to: FAILING_LATE_ACCOUNT }, 'failed'],
  [
    'to the sender of a deposit whose account is closed',
    'dedicated_virtual_account',
    { sender: REFUSING_ACCOUNT },
    'failed',
  ],
]

const ASKS = {
  card: 'card rail: refund',
  sender: 'bank rail: returnCredit',
  to: 'bank rail: transfer',
}
const ENQUIRES = {
  card: 'card rail: enquireRefund',
  sender: 'bank rail: enquireReturn',
  to: 'bank rail: enquireTransfer',
}

function kindOf(way: Way, { to }: How): keyof typeof ASKS {
  if (to !== undefined) return 'to'
  return way === 'card' ? 'card' : 'sender'
}

for (const [what, way, how, end] of cases) {
  const isLate = isOpenAtFirst(how)
  const asks = ASKS[kindOf(way, how)]
  const ends =
    end === 'failed'
      ? ['select refund_release']
      : ['update refund set next_ask_at=', 'update transaction set status']
  sweep({
    name: `a refund ${what}, with an Idempotency-Key`,
    passes: [
      'insert into idempotency_key',
      'select refund_reserve',
      asks,
      ...(isLate ? ['update refund set ? next_ask_at'] : [...ends, 'select event_emit', 'commit']),
      'update idempotency_key',
    ],
    given: () => given(way, how),
    run: (one) => ask(broken, one, 'once'),
    again: async (one) => {
      await untilAnswered(() => ask(api, one, 'once'))
      // And once more, for good measure.
      assert.equal(await ask(api, one, 'once'), 201)
    },
    check: async (one) => {
      await assertEnded(one, end, 1)
      // What was promised first is promised again.
      assert.equal(new Set(one.heard).size, 1)
    },
  })
}

sweep({
  name: 'a refund without an Idempotency-Key',
  passes: ['select refund_reserve', 'card rail: refund', 'update transaction set status'],
  given: () => given('card', {}),
  run: (one) => ask(broken, one),
  again: async () => {},
  check: async (one) => {
    const { length } = await refundsOf(context, one.business)
    assert(length <= 2, `${length} refunds`)
    await assertEnded(one, 'processed', length - 1)
    if (one.heard.length > 0) assert.equal(length, 2)
  },
})

for (const [what, way, how, end] of cases) {
  // The bank answers it at once.
  if (how.to === PAYEE) continue
  const ends = end === 'failed' ? 'select refund_release' : 'update transaction set status'
  sweep({
    name: `asking again about a refund ${what}`,
    passes: [
      'with due as',
      ENQUIRES[kindOf(way, how)],
      ...(isOpenAtFirst(how) ? [] : [ASKS[kindOf(way, how)]]),
      ends,
    ],
    given: async () => {
      const one = await given(way, how)
      // What the rail has at first is known when it is enquired about, or enquired about again.
      const stage = isOpenAtFirst(how) ? undefined : async () => UNKNOWN
      await refundIn(watched(context, stage), one.business, one.paid, null, inside(how))
      context.advance(3 * MINUTE)
      if (how.sender !== LATE_ACCOUNT && isOpenAtFirst(how)) {
        await sendDue(context)
        context.advance(6 * MINUTE)
      }
      return one
    },
    run: () => sendDue(process.context),
    again: async () => {},
    check: (one) => assertEnded(one, end, 1),
  })
}

/** The rail says at first that it will, or nothing. */
function isOpenAtFirst({ sender = '', card = '', to = '' }: How): boolean {
  const late = [LATE_ACCOUNT, ACCEPTING_ACCOUNT, FAILING_LATE_ACCOUNT]
  return late.includes(to) || late.includes(sender) || /accepted|late/.test(card)
}

function inside({ to }: How) {
  return to === undefined ? {} : { destination: { bankCode: '058', accountNumber: to } }
}

const UNKNOWN = { kind: 'unknown' } as const

type Given = { business: GivenBusiness; paid: Paid; net: number; heard: string[]; how: How }

/** A payment of which a part was refunded, and a wallet that covers the rest with what waits. */
async function given(way: Way, how: How): Promise<Given> {
  const business = await givenBusiness(context)
  await changeSettings(context, business, { settlement: 'T+1' })
  const paid = await givenPaid(api, business, way, how)
  const obliging = watched(context, async ({ key }) => ({ kind: 'returned', sessionId: key }))
  await refundIn(obliging, business, paid, FIRST)
  await setWallet(context, business, kobo(AVAILABLE))
  const net = way === 'dedicated_virtual_account' ? NET.dedicated : NET.checkout
  return { business, paid, net, heard: [], how }
}

async function ask(
  through: Api,
  { business, paid, heard, how }: Given,
  key?: string,
): Promise<number> {
  const { statusCode, payload } = await through.app.inject({
    method: 'POST',
    url: '/api/v1/refunds',
    headers: {
      authorization: `Bearer ${business.keys.secretKey}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    payload: {
      transaction: paid.id,
      ...(how.to && { destination: { bank_code: '058', account_number: how.to } }),
    },
  })
  if (statusCode === 201) heard.push(JSON.parse(payload).data.id)
  return statusCode
}

/** The same request again while the answer may be another, and the jobs run meanwhile. */
async function untilAnswered(again: () => Promise<number>): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const status = await again()
    if (status === 201) return
    assert(status === 409 || status >= 500, `${status} is an answer`)
    context.advance(1 * MINUTE)
    await runJobsOnce(context)
  }
  assert.fail('there is an answer in the end')
}

/** So many came to this end, behind the first; and the money is where they say. */
async function assertEnded(
  { business, paid, net }: Given,
  end: Case[3],
  count: number,
): Promise<void> {
  const [, ...refunds] = await refundsOf(context, business)
  assert.deepEqual(
    refunds.map(({ status, amount }) => [status, Number(amount)]),
    Array(count).fill([end, LAST]),
  )
  const isBack = end === 'processed' && count === 1
  const { available, pending } = await balancesOf(context, business)
  const left = AVAILABLE + net - (isBack ? LAST : 0)
  // How it was taken of the two, and what waits, is held by the books.
  assert.equal(Number(available.available + pending.available), left)
  const { status } = await verifyPayment(api, business, paid.reference)
  assert.equal(status, isBack ? 'reversed' : 'success')
  const ends = await endEventsOf(context, business)
  const told = ends.filter(({ type }) => type.startsWith('refund.'))
  assert.deepEqual(
    told.slice(1).map(({ type, data }) => [type, data]),
    refunds.map((refund) => [`refund.${end}`, toWireRefund(refund)]),
  )
}
