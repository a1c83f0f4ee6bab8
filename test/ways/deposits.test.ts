import { test } from 'node:test'
import { returnDue } from '../../src/payments/deposits/return.ts'
import { assign, listWaiting } from '../../src/payments/deposits/suspend.ts'
import { DAY, HOUR } from '../../src/platform/clock.ts'
import { publicId } from '../../src/platform/ids.ts'
import { kobo } from '../../src/platform/money.ts'
import type { BankCredit } from '../../src/providers/outcomes.ts'

import { notify } from '../payments.ts'
import { useContext } from '../support.ts'
import { AMOUNT, byTransfer, creditOf, hintedAt } from './acts.ts'
import { play, useWays, type Way } from './ways.ts'

// A bank credit that pays nothing: on each way back to its sender, to a wallet or to nobody. Those
// that pay are in payments.test.ts.

const context = useContext()
const ways = useWays(context, 'deposits.txt')
const { api } = ways

const TOO_LOW = AMOUNT - 111

/** The money goes back, in as many enquiries as it takes. */
async function returns(way: Way, ...times: string[]): Promise<void> {
  for (const time of times) {
    context.advance(2 * HOUR)
    way.step(`the job returns it the ${time} time`)
    await returnDue(context)
  }
}

const unmatched = async (way: Way, sender?: string, amount = TOO_LOW) => {
  const credit = await byTransfer(ways, way, { amount, ...(sender && { sender }) })
  await notify(api, context, credit, { fee: 1_357 })
}

async function another(way: Way, credit: BankCredit): Promise<void> {
  const sessionId = `second-${credit.sessionId}`
  way.step('the bank tells of another')
  const occurredAt = way.earlier('the bank books another', 5_000)
  await notify(api, context, { ...credit, sessionId, occurredAt })
}

async function toWallet(way: Way): Promise<BankCredit> {
  way.step('the wallet gets its account')
  const { account } = await way.get('/balance')
  way.step('the bank tells')
  return creditOf(context, way, account.account_number)
}

const WAYS: Record<string, (way: Way) => Promise<unknown>> = {
  'too low': (way) => unmatched(way),
  'too high': (way) => unmatched(way, undefined, AMOUNT + 111),
  async 'already paid'(way) {
    const credit = await byTransfer(ways, way)
    await notify(api, context, credit)
    await another(way, credit)
  },
  async closed(way) {
    const credit = await byTransfer(ways, way)
    const [{ reference }] = await way.get('/transactions')
    for (let i = 0; i < 5; i++) {
      const body = { channel: 'card', outcome: 'declined' }
      await way.post(`/sandbox/transactions/${reference}/pay`, body)
    }
    await notify(api, context, credit)
  },
  async late(way) {
    const credit = await byTransfer(ways, way)
    context.advance(2 * DAY)
    way.step('the bank tells late')
    await notify(api, context, credit)
  },
  async 'too low: returned'(way) {
    await unmatched(way)
    await returns(way, 'first')
  },
  async 'too low: returned, with a fee'(way) {
    await unmatched(way, '4444444444')
    await returns(way, 'first')
  },
  async 'too low: refused'(way) {
    await unmatched(way, '9999999999')
    await returns(way, 'first')
  },
  async 'too low: unknown'(way) {
    await unmatched(way, '8888888888')
    await returns(way, 'first')
  },
  async 'too low: unknown, then returned'(way) {
    await unmatched(way, '8888888888')
    await returns(way, 'first', 'second')
  },
  async 'too low: accepted'(way) {
    await unmatched(way, '7777777777')
    await returns(way, 'first')
  },
  async 'too low: accepted, then returned'(way) {
    await unmatched(way, '7777777777')
    await returns(way, 'first', 'second', 'third')
  },
  async 'too low: accepted, then refused'(way) {
    await unmatched(way, '6666666666')
    await returns(way, 'first', 'second', 'third')
  },
  wallet: async (way) => notify(api, context, await toWallet(way), { fee: 1_357 }),
  'wallet: hint': async (way) => hintedAt(ways, await toWallet(way)),
  async 'wallet: assigned'(way) {
    const credit = await toWallet(way)
    await hintedAt(ways, { ...credit, accountNumber: '0000000042' })
    const [waiting] = await listWaiting(context, 'test')
    way.step('an operator assigns it')
    await assign(context, 'test', {
      suspendedCredit: publicId('suspended_credit', waiting!.suspendedCreditId),
      accountNumber: credit.accountNumber,
      by: 'operator@cowrie.example',
    })
  },
  async altered(way) {
    const credit = await toWallet(way)
    await notify(api, context, credit)
    way.step('the bank tells it otherwise')
    await notify(api, context, { ...credit, amount: kobo(AMOUNT + 1) })
  },
}

for (const [name, go] of Object.entries(WAYS)) {
  test(`every field of a deposit is as in the table, ${name}`, () =>
    play(ways, name, async (way) => {
      await go(way)
      const deposits = await way.get('/deposits')
      const [payment = null] = await way.get('/transactions')
      return {
        deposits,
        quarantined: await way.get('/deposits/quarantine'),
        payment: payment && { status: payment.status, message: payment.message, log: payment.log },
        events: await way.events({ payment }),
        rows: await way.rows(TABLES),
        timeline: payment && (await way.timeline(payment.id)),
        entries: await way.entries(),
        ledger: await way.get('/balance/ledger'),
      }
    }))
}

const TABLES = ['deposit', 'deposit_session', 'deposit_quarantine', 'suspended_credit']
