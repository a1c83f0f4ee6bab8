import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Context } from '../src/core/context.ts'
import { concludeDue } from '../src/identity/conclude.ts'
import { concludePayouts } from '../src/money-out/payouts/conclude.ts'
import { enquireDue } from '../src/payments/checkout/checkout.ts'
import { returnDue } from '../src/payments/deposits/return.ts'
import { sendReceipts } from '../src/payments/receipts/receipts.ts'
import { sendDue } from '../src/payments/refunds/send.ts'
import { HOUR, later, SECOND } from '../src/platform/clock.ts'
import { RAIL_DEADLINE_MS } from '../src/providers/ask.ts'
import { givenPayment, useApi } from './api.ts'
import { initiate } from './contract/identity-calls.ts'
import { creditTo, givenAccount, notify, pay } from './payments.ts'
import { askToPay, LATE_ACCOUNT } from './payouts.ts'
import { askRefund, givenPaid } from './refunds.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  useContext,
} from './support.ts'

// Two machines whose clocks differ by less than a lease: what one of them has taken up, or asks a
// rail for, the other leaves alone; and takes up when it is left behind.

const context = useContext()
const api = useApi(context)
let other: TestContext
before(async () => {
  await context.opened
  other = contextOn(context.database)
})
after(() => disconnect(other))

/** Less than a minute, which is how long what is taken up is held. */
const AHEAD_MS = 50 * SECOND
const LEFT_BEHIND_MS = 70 * SECOND

type Job = {
  job: (context: Context) => Promise<number>
  /** Brings something about that is due an hour later. */
  given: (business: GivenBusiness) => Promise<unknown>
  /** Of the first machine: the call that it waits for. */
  call: (rails: TestContext['rails']['test']) => [rail: object, name: string]
}

const JOBS: Record<string, Job> = {
  payout: {
    job: concludePayouts,
    given: (business) => askToPay(api, business, { account_number: LATE_ACCOUNT }),
    call: ({ bank }) => [bank, 'enquireTransfer'],
  },
  refund: {
    job: sendDue,
    given: async (business) => {
      const { id } = await givenPaid(api, business, 'card', { card: 'refund_unknown' })
      await askRefund(api, business, { transaction: id })
    },
    call: ({ card }) => [card, 'enquireRefund'],
  },
  return: {
    job: returnDue,
    given: async (business) => {
      const { account_number } = await givenAccount(context, api, business)
      await notify(api, context, creditTo(context, account_number, 499_999))
    },
    call: ({ bank }) => [bank, 'returnCredit'],
  },
  'card attempt': {
    job: enquireDue,
    given: async (business) => {
      const { access_code } = await givenPayment(api, business)
      await pay(api, access_code, 'late_success')
    },
    call: ({ card }) => [card, 'enquire'],
  },
  verification: {
    job: concludeDue,
    given: (business) => initiate(api, business, { number: '00000000504' }),
    call: ({ identity }) => [identity, 'enquire'],
  },
  receipt: {
    job: sendReceipts,
    given: (business) => givenPaid(api, business),
    call: ({ message }) => [message, 'sendMail'],
  },
}

for (const [what, { job, given, call }] of Object.entries(JOBS)) {
  test(`a ${what} that one machine has taken up is left alone by one whose clock is ahead`, async () => {
    await given(await givenBusiness(context))
    context.advance(HOUR)
    const at = context.now()
    const by = (whose: TestContext, aheadMs: number) => ({
      ...whose,
      now: () => later(at, aheadMs),
    })
    const [rail, name] = call(context.rails.test)
    const methods = rail as Record<string, (request: object) => Promise<object>>
    const real = methods[name]!
    const [asked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    methods[name] = async (request) => {
      asked.resolve()
      await go.promise
      return real(request)
    }

    const first = job(by(context, 0))
    await asked.promise
    const [taken, soon] = [await job(by(other, AHEAD_MS)), await job(by(other, -AHEAD_MS))]
    const late = await job(by(other, LEFT_BEHIND_MS))
    go.resolve()
    await first
    methods[name] = real

    assert.deepEqual([taken, soon, late > 0], [0, 0, true])
  })
}

type Request = {
  job: (context: Context) => Promise<number>
  /** What the request needs, and the request. */
  given: (business: GivenBusiness) => Promise<() => Promise<unknown>>
  call: Job['call']
}

const REQUESTS: Record<string, Request> = {
  payout: {
    job: concludePayouts,
    given: async (business) => () => askToPay(api, business, {}),
    call: ({ bank }) => [bank, 'transfer'],
  },
  'refund by card': {
    job: sendDue,
    given: async (business) => {
      const { id } = await givenPaid(api, business, 'card')
      return () => askRefund(api, business, { transaction: id })
    },
    call: ({ card }) => [card, 'refund'],
  },
  'refund by transfer': {
    job: sendDue,
    given: async (business) => {
      const { id } = await givenPaid(api, business, 'bank_transfer')
      return () => askRefund(api, business, { transaction: id })
    },
    call: ({ bank }) => [bank, 'returnCredit'],
  },
  'card payment': {
    job: enquireDue,
    given: async (business) => {
      const { access_code } = await givenPayment(api, business)
      return () => pay(api, access_code, 'success')
    },
    call: ({ card }) => [card, 'charge'],
  },
  verification: {
    job: concludeDue,
    given: async (business) => () => initiate(api, business),
    call: ({ identity }) => [identity, 'sendCode'],
  },
}

for (const [what, { job, given, call }] of Object.entries(REQUESTS)) {
  test(`a ${what} that is being asked for is left alone for as long as the rail may take`, async () => {
    const ask = await given(await givenBusiness(context))
    const [rail, name] = call(context.rails.test)
    const methods = rail as Record<string, (request: object) => Promise<object>>
    const real = methods[name]!
    let taken: number[] = []
    // What other tests have left due.
    await job(context)
    methods[name] = async (request) => {
      methods[name] = real
      const at = context.now()
      const after = (ms: number) => job({ ...other, now: () => later(at, ms) })
      taken = [await after(RAIL_DEADLINE_MS), await after(LEFT_BEHIND_MS)]
      return real(request)
    }

    await ask()

    assert.deepEqual(taken, [0, 1])
  })
}
