import { beforeEach } from 'node:test'
import {
  type CallTable,
  markAsked,
  postpone,
  setEnded,
  setNextWatch,
} from '../src/core/calls.sql.ts'
import { payouts } from '../src/money-out/payouts/conclude.ts'
import { setReversed } from '../src/money-out/payouts/payouts.sql.ts'
import { returnDue, returns } from '../src/payments/deposits/return.ts'
import { disputeCalls } from '../src/payments/disputes/call.ts'
import { closeDispute } from '../src/payments/disputes/close.ts'
import { type Refund, release } from '../src/payments/refunds/refunds.sql.ts'
import { refunds } from '../src/payments/refunds/send.ts'
import { later, MINUTE } from '../src/platform/clock.ts'
import { useApi } from './api.ts'
import { disputed } from './disputes.ts'
import { givenAccount, transfer } from './payments.ts'
import { askToPay, LATE_ACCOUNT } from './payouts.ts'
import { askRefund, givenPaid } from './refunds.ts'
import { type Race, testRaces } from './second-writers.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Two read the same row and both write, of every kind of call to a provider.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const hourLater = () => later(context.now(), 60 * MINUTE)
const minuteLater = () => later(context.now(), MINUTE)

type Kind = {
  call: CallTable
  /** One that was asked for, and of which nobody knows what became. */
  given: () => Promise<unknown>
  /** As it ends, and as it ends otherwise. */
  ends: () => [object, object]
}
const KINDS: Record<string, Kind> = {
  payout: {
    call: payouts.table,
    given: () => askToPay(api, business, { account_number: LATE_ACCOUNT }),
    ends: () => {
      const ended = { completedAt: context.now(), nextAt: null }
      return [
        { ...ended, state: 'failed', failure: 'closed' },
        { ...ended, state: 'success', sessionId: 'S1' },
      ]
    },
  },
  dispute: {
    call: disputeCalls.table,
    given: async () => {
      const paid = await givenPaid(api, business, 'bank_transfer', { sender: LATE_ACCOUNT })
      const dispute = await disputed(context, business, paid, { category: 'recall' })
      const closed = await closeDispute(context, dispute, { status: 'lost', by: 'operator' })
      await disputeCalls.ask(context, closed!)
    },
    ends: () => [
      { callState: 'done', nextCallAt: null, sessionId: 'S1' },
      { callState: 'refused', nextCallAt: null },
    ],
  },
  refund: {
    call: refunds.table,
    given: async () => {
      const { id } = await givenPaid(api, business, 'card', { card: 'refund_unknown' })
      await askRefund(api, business, { transaction: id, amount: 100 })
    },
    ends: () => {
      const ended = { status: 'processed', processedAt: context.now(), nextAskAt: null }
      return [
        { ...ended, sessionId: 'S1' },
        { ...ended, sessionId: 'S2' },
      ]
    },
  },
  return: {
    call: returns.table,
    given: async () => {
      const { account_number } = await givenAccount(context, api, business)
      const sent = { account_number, amount: 1, sender_account_number: LATE_ACCOUNT }
      await transfer(api, business, sent)
      await returnDue(context)
    },
    ends: () => [
      { state: 'return_refused', nextReturnAt: null },
      { state: 'returned', returnSessionId: 'S2', nextReturnAt: null },
    ],
  },
}

for (const [what, { call, given, ends }] of Object.entries(KINDS)) {
  const { table, columns } = call
  const asked = (at: Date) => ({
    [columns.asked!]: at,
    ...(columns.askedToo && { [columns.askedToo]: at }),
    [columns.due]: hourLater(),
  })
  const said = () => ({ now: context.now(), until: hourLater(), said: { [columns.handle!]: 'h' } })
  const races: Record<string, Race> = {
    [`a ${what} is asked for again once`]: {
      table,
      given,
      first: (sql, row: never) => markAsked(sql, call, row, asked(minuteLater())),
      second: (sql, row: never) => markAsked(sql, call, row, asked(hourLater())),
    },
    [`a ${what} that was asked for keeps its provider`]: {
      table,
      given,
      first: (sql, row: never) => markAsked(sql, call, row, asked(minuteLater())),
      second: (sql, row: never) =>
        markAsked(sql, call, row, { ...asked(hourLater()), rail: 'another' }),
    },
    [`a ${what} that was asked for anew is not put off by who asked before`]: {
      table,
      given,
      first: (sql, row: never) => markAsked(sql, call, row, asked(minuteLater())),
      second: (sql, row: never) => postpone(sql, call, row, said()),
    },
    [`a ${what} ends once`]: {
      table,
      given,
      first: (sql, row: never) => setEnded(sql, call, row, ends()[0]),
      second: (sql, row: never) => setEnded(sql, call, row, ends()[1]),
    },
    [`a ${what} that is over is not asked for`]: {
      table,
      given,
      first: (sql, row: never) => setEnded(sql, call, row, ends()[0]),
      second: (sql, row: never) => markAsked(sql, call, row, asked(minuteLater())),
    },
    [`a ${what} that is over is not put off`]: {
      table,
      given,
      first: (sql, row: never) => setEnded(sql, call, row, ends()[0]),
      second: (sql, row: never) => postpone(sql, call, row, said()),
    },
  }
  testRaces(context, () => business, races)
}

const isWatched = payouts.table.isWatched!
testRaces(context, () => business, {
  'a payout comes back once': {
    table: 'payout',
    given: () => askToPay(api, business),
    first: (sql, row: never) => setReversed(sql, row, 'closed', context.now()),
    second: (sql, row: never) => setReversed(sql, row, 'other', hourLater()),
  },
  'a payout that came back is not looked at again': {
    table: 'payout',
    given: () => askToPay(api, business),
    first: (sql, row: never) => setReversed(sql, row, 'closed', context.now()),
    second: (sql, row: never) =>
      setNextWatch(sql, { ...payouts.table, isWatched }, row, {
        now: context.now(),
        until: hourLater(),
      }),
  },
  'a payout that failed does not come back': {
    table: 'payout',
    given: () => KINDS['payout']!.given(),
    first: (sql, row: never) => setEnded(sql, payouts.table, row, KINDS['payout']!.ends()[0]),
    second: (sql, row: never) => setReversed(sql, row, 'closed', context.now()),
  },
  'a refund that is processed does not fail': {
    table: 'refund',
    given: () => KINDS['refund']!.given(),
    first: (sql, row: never) => setEnded(sql, refunds.table, row, KINDS['refund']!.ends()[0]),
    second: (sql, row: Refund) => release(sql, row, 'closed', context.now()),
  },
})
