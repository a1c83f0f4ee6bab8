import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { settleNow } from '../../src/money-out/settlements/settlements.ts'
import { sendDue } from '../../src/payments/refunds/send.ts'
import { HOUR } from '../../src/platform/clock.ts'
import { kobo } from '../../src/platform/money.ts'
import { notify } from '../payments.ts'
import { useContext } from '../support.ts'
import { AMOUNT, byCard, byTransfer, shared, ticking, toDedicated } from './acts.ts'
import { play, useWays, type Way } from './ways.ts'

// A refund, on each way to each state: its record and that of its payment, the same as Paystack's
// API tells them, every event, row and entry.

const context = useContext()
const ways = useWays(context, 'refunds.txt')
const { api } = ways

const PART = 234_561
const REST = AMOUNT - PART

async function refunds(way: Way, amount?: number): Promise<void> {
  way.step(amount === REST ? 'the rest is refunded' : 'it is refunded')
  const [payment] = await way.get('/transactions')
  const [theirs] = await way.paystack('/transaction')
  way.known['payment before'] ??= payment
  way.known['their payment before'] ??= theirs
  await way.post('/refunds', { transaction: payment.id, reason: 'torn', ...(amount && { amount }) })
}

async function jobs(way: Way, ...times: string[]): Promise<void> {
  for (const time of times) {
    context.advance(1 * HOUR)
    way.step(`the job asks the ${time} time`)
    await sendDue(context)
  }
}

const card = async (way: Way, name: string, amount?: number) => {
  await byCard(ways, way, name)
  await refunds(way, amount)
}
const transfer = async (way: Way, sender?: string, amount?: number) => {
  await notify(api, context, await byTransfer(ways, way, { ...(sender && { sender }) }))
  await refunds(way, amount)
}

const WAYS: Record<string, (way: Way) => Promise<unknown>> = {
  'card: part': (way) => card(way, 'success', PART),
  'card: whole': (way) => card(way, 'success'),
  async 'card: in two'(way) {
    await card(way, 'success', PART)
    await refunds(way, REST)
  },
  'card: fee': (way) => card(way, 'fee', PART),
  async 'card: fee of the refund'(way) {
    await byCard(ways, way, 'success')
    const { card: rail } = context.rails.test
    const { refund } = rail
    rail.refund = async () => ({ kind: 'returned', sessionId: 'back', fee: kobo(2_468) })
    await refunds(way, PART)
    rail.refund = refund
  },
  'card: refused': (way) => card(way, 'refund_refused', PART),
  async 'card: refused, and again'(way) {
    await card(way, 'refund_refused', PART)
    await refunds(way, REST)
  },
  'card: unknown': (way) => card(way, 'refund_unknown', PART),
  async 'card: unknown, asked again'(way) {
    await card(way, 'refund_unknown', PART)
    await jobs(way, 'first')
  },
  'card: accepted': (way) => card(way, 'refund_accepted', PART),
  async 'card: accepted, then sent'(way) {
    await card(way, 'refund_accepted')
    await jobs(way, 'first', 'second')
  },
  async 'card: accepted, then refused'(way) {
    await card(way, 'refund_fails_late')
    await jobs(way, 'first', 'second')
  },
  'transfer: part': (way) => transfer(way, undefined, PART),
  'transfer: whole': (way) => transfer(way),
  'transfer: fee': (way) => transfer(way, '4444444444', PART),
  'transfer: refused': (way) => transfer(way, '9999999999', PART),
  async 'transfer: late'(way) {
    await transfer(way, '8888888888')
    await jobs(way, 'first')
  },
  async 'transfer: accepted, then sent'(way) {
    await transfer(way, '7777777777', PART)
    await jobs(way, 'first', 'second')
  },
  async 'transfer: accepted, then refused'(way) {
    await transfer(way, '6666666666')
    await jobs(way, 'first', 'second')
  },
  async dedicated(way) {
    await notify(api, context, await toDedicated(ways, way))
    await refunds(way, PART)
  },
  async 'pending: processed'(way) {
    await waiting(way, '0123456789')
    await refunds(way)
  },
  async 'pending: refused'(way) {
    await waiting(way, '9999999999')
    await refunds(way)
  },
  async 'pending: accepted, settled, then refused'(way) {
    await waiting(way, '6666666666')
    await refunds(way)
    way.step('it is settled')
    await settleNow(ticking(context), way.business)
    await jobs(way, 'first', 'second')
  },
}

/** Money that waits for its settlement, beside too little that does not. */
async function waiting(way: Way, sender: string): Promise<void> {
  await changeSettings(context, way.business, { settlement: 'T+1' })
  way.step('the wallet is set')
  await way.post('/sandbox/wallet', { amount: 765_432 })
  const split_code = await shared(way)
  await notify(api, context, await byTransfer(ways, way, { sender, split_code }))
}

const TABLES = ['refund', 'transaction', 'settlement_item', 'settlement']

for (const [name, go] of Object.entries(WAYS)) {
  test(`every field of a refund is as in the table, ${name}`, () =>
    play(ways, name, async (way) => {
      await go(way)
      const refunds = await way.get('/refunds')
      const theirs = await way.paystack('/refund')
      for (const refund of refunds) assert.deepEqual(await way.get(`/refunds/${refund.id}`), refund)
      for (const one of theirs) assert.deepEqual(await way.paystack(`/refund/${one.id}`), one)
      const [payment] = await way.get('/transactions')
      const [their_payment] = await way.paystack('/transaction')
      return {
        refunds,
        theirs,
        payment,
        their_payment,
        events: await way.events({ payment, their_payment, refunds, theirs }),
        rows: await way.rows(TABLES),
        timeline: await way.timeline(payment.id),
        entries: await way.entries(),
      }
    }))
}
