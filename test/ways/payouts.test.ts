import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { concludePayouts } from '../../src/money-out/payouts/conclude.ts'
import { payDue } from '../../src/money-out/payouts/subaccounts.ts'
import { DAY, HOUR, MINUTE } from '../../src/platform/clock.ts'
import { kobo } from '../../src/platform/money.ts'
import type { TransferOutcome } from '../../src/providers/rails.ts'
import { notify } from '../payments.ts'
import { useContext } from '../support.ts'
import { untilDone } from '../until-done.ts'
import { toDedicated } from './acts.ts'
import { play, useWays, type Way } from './ways.ts'

// A payout, on each way to each state: its record, the same as Paystack's API tells it, every
// event, row and entry.

const context = useContext()
const ways = useWays(context, 'payouts.txt')
const { api } = ways

const AMOUNT = 345_678
/** From ₦10,000.00 on there is stamp duty. */
const DUTIABLE = 1_234_567

async function paid(way: Way, account_number: string, amount = AMOUNT): Promise<void> {
  way.step('it is asked for')
  await way.post('/payouts', {
    amount,
    bank_code: '058',
    account_number,
    reference: `payout-${account_number}`,
    reason: 'rent of March',
  })
}

async function jobs(way: Way, ...times: string[]): Promise<void> {
  for (const time of times) {
    context.advance(2 * HOUR)
    way.step(`the job asks the ${time} time`)
    await concludePayouts(context)
  }
}

/** By itself, of what was shared with a subaccount at that account. */
async function ofSubaccount(way: Way, accountNumber?: string): Promise<void> {
  // More than the rider has: of two that are paid at once, nobody knows which is the first.
  await changeSettings(context, way.business, { subaccountPayoutMin: kobo(100_000) })
  await notify(api, context, await toDedicated(ways, way, accountNumber))
  way.step('the job pays')
  await untilDone(context, payDue)
}

async function whileBankSays(outcome: TransferOutcome, run: () => Promise<void>): Promise<void> {
  const { bank } = context.rails.test
  const { transfer } = bank
  bank.transfer = async () => outcome
  await run()
  bank.transfer = transfer
}

const WAYS: Record<string, (way: Way) => Promise<unknown>> = {
  sent: (way) => paid(way, '0000000018'),
  'sent, with a fee': (way) => paid(way, '4444444444'),
  'sent, with stamp duty': (way) => paid(way, '0000000018', DUTIABLE),
  'failed, with stamp duty': (way) => paid(way, '9999999999', DUTIABLE),
  async 'sent, then back with its stamp duty'(way) {
    await paid(way, '5555555555', DUTIABLE)
    await jobs(way, 'first')
    context.advance(6 * HOUR)
    await jobs(way, 'second')
  },
  failed: (way) => paid(way, '9999999999'),
  async 'failed, and again'(way) {
    await paid(way, '9999999999')
    await paid(way, '0000000018')
  },
  unknown: (way) => paid(way, '8888888888'),
  async 'unknown, then sent'(way) {
    await paid(way, '8888888888')
    await jobs(way, 'first', 'second')
  },
  accepted: (way) => paid(way, '7777777777'),
  async 'accepted, then sent'(way) {
    await paid(way, '7777777777')
    await jobs(way, 'first', 'second')
  },
  async 'accepted, then failed'(way) {
    await paid(way, '6666666666')
    await jobs(way, 'first', 'second')
  },
  async 'sent, then back'(way) {
    await paid(way, '5555555555')
    await jobs(way, 'first')
    context.advance(6 * HOUR)
    await jobs(way, 'second')
  },
  async 'sent, looked at until the end'(way) {
    await paid(way, '0000000018')
    for (const time of ['first', 'second', 'third', 'fourth', 'fifth']) {
      context.advance(3 * DAY + 1 * MINUTE)
      await jobs(way, time)
    }
  },
  down: (way) => whileBankSays({ kind: 'unavailable' }, () => paid(way, '0000000018')),
  async 'down, then sent'(way) {
    await whileBankSays({ kind: 'unavailable' }, () => paid(way, '0000000018'))
    await jobs(way, 'first')
  },
  'subaccount: sent': (way) => ofSubaccount(way),
  'subaccount: failed': (way) =>
    whileBankSays({ kind: 'failed', reason: 'account_closed' }, () => ofSubaccount(way)),
  async 'subaccount: sent, then back'(way) {
    await ofSubaccount(way, '5555555555')
    await jobs(way, 'first')
    context.advance(6 * HOUR)
    await jobs(way, 'second')
  },
}

const TABLES = ['payout', 'subaccount_payout_schedule']

for (const [name, go] of Object.entries(WAYS)) {
  test(`every field of a payout is as in the table, ${name}`, () =>
    play(ways, name, async (way) => {
      await go(way)
      const payouts = await way.get('/payouts')
      const theirs = await way.paystack('/transfer')
      for (const payout of payouts) assert.deepEqual(await way.get(`/payouts/${payout.id}`), payout)
      for (const one of theirs) {
        assert.deepEqual(await way.paystack(`/transfer/${one.transfer_code}`), one)
        assert.deepEqual(await way.paystack(`/transfer/verify/${one.reference}`), one)
      }
      return {
        payouts,
        theirs,
        events: await way.events({ payouts, theirs }),
        rows: await way.rows(TABLES),
        entries: await way.entries(),
      }
    }))
}
