import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { CallTable } from '../src/core/calls.sql.ts'
import { enter, lastRecovery, release } from '../src/core/recovery/recovery.ts'
import { payouts } from '../src/money-out/payouts/conclude.ts'
import { CALLS } from '../src/operator/operation/calls.ts'
import { charges, enquireDue, reversals } from '../src/payments/checkout/enquiries.ts'
import { returns } from '../src/payments/deposits/return.ts'
import { refunds } from '../src/payments/refunds/send.ts'
import { DAY, HOUR, later, MINUTE } from '../src/platform/clock.ts'
import { RECOVERED } from '../src/providers/switches.ts'
import { givenPayment, useApi } from './api.ts'
import { assertBooksTie } from './books.ts'
import { type Heard, hearing } from './heard.ts'
import { decide, givenAccount, pay, transfer } from './payments.ts'
import { payOut } from './payouts.ts'
import { givenPaid, refundIn } from './refunds.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// What holds for every kind of call that moves money, whatever it is for: a call has one effect
// where its answer is lost, where two workers meet, where news or a late answer comes between, and
// after a restore; and it waits for a provider that is taken out. Each kind is also stopped at each
// of its points: payout-, refund-, live-card- and crash-points.test.ts. Calls that are never asked
// a second time are in calls-asked-once.test.ts.

const context = useContext()
const api = useApi(context)
const CALLED =
  /^(transfer|enquireTransfer|returnCredit|enquireReturn|refund|enquireRefund|reverse)$/

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(async () => {
  await assertBooksTie(context)
  await context.sql`delete from recovery`
  // What this test has left open is not for the jobs of the next one.
  for (const { call } of CALLS) {
    const { table, columns } = call.table
    const never = { [columns.due]: new Date('2100-01-01') }
    await context.sql`
      update ${context.sql(table)} set ${context.sql(never)}
      where ${context.sql(columns.due)} is not null
    `
  }
})

type Row = { rail: string }
type Kind = {
  call: {
    table: CallTable
    runDue(process: Heard): Promise<number>
    advance(process: Heard, row: never): Promise<void>
    enquireAbout(process: Heard, mode: 'test', rail: string, key: string): Promise<void>
  }
  ask: string
  enquire: string
  /** Makes one, and asks for it as its feature does. */
  begin: (process: Heard) => Promise<unknown>
  state: string
  /** That it was done, in the words of the provider; and as its row then says. */
  done: { kind: string; sessionId: string }
  ended: string
  /** That it will never be. */
  refused: { kind: string; reason: string }
}

const RETURNED = { kind: 'returned', sessionId: 'S-1' }
const REFUSED = { kind: 'refused', reason: 'account_closed' }
const ofRefund = { call: refunds, state: 'status', done: RETURNED, ended: 'processed' }

const KINDS: Record<string, Kind> = {
  payout: {
    call: payouts,
    ask: 'bank.transfer',
    enquire: 'bank.enquireTransfer',
    begin: (process) => payOut(process, business),
    state: 'state',
    done: { kind: 'sent', sessionId: 'S-1' },
    ended: 'success',
    refused: { kind: 'failed', reason: 'account_closed' },
  },
  'refund to a card': {
    ...ofRefund,
    ask: 'card.refund',
    enquire: 'card.enquireRefund',
    begin: async (process) =>
      refundIn(process, business, await givenPaid(api, business, 'card'), 1_000),
    refused: REFUSED,
  },
  'refund to an account': {
    ...ofRefund,
    ask: 'bank.returnCredit',
    enquire: 'bank.enquireReturn',
    begin: async (process) =>
      refundIn(process, business, await givenPaid(api, business, 'bank_transfer'), 1_000),
    refused: REFUSED,
  },
  'refund with a reference': {
    ...ofRefund,
    ask: 'card.refund',
    enquire: 'card.enquireRefund',
    begin: async (process) => {
      const paid = await givenPaid(api, business, 'card')
      return refundIn(process, business, paid, 1_000, { reference: 'return-311' })
    },
    refused: REFUSED,
  },
  return: {
    call: returns,
    ask: 'bank.returnCredit',
    enquire: 'bank.enquireReturn',
    async begin(process) {
      const { account_number } = await givenAccount(context, api, business)
      await transfer(api, business, { account_number, amount: 9 })
      process.advance(1 * HOUR)
      assert.equal(await returns.runDue(process), 1)
    },
    state: 'state',
    done: RETURNED,
    ended: 'returned',
    refused: REFUSED,
  },
  reversal: {
    call: reversals,
    ask: 'card.reverse',
    enquire: 'card.enquireRefund',
    async begin(process) {
      // Two cards for one payment, of which the first is approved when the second has paid.
      const { access_code } = await givenPayment(api, business)
      const { body } = await pay(api, access_code, 'page')
      await pay(api, access_code, 'success')
      await decide(api, body.data.next.url, 'approve')
      process.advance(1 * HOUR)
      assert.equal(await charges.runDue(process), 1)
      process.heard()
      assert.equal(await enquireDue(process), 1)
    },
    state: 'state',
    done: RETURNED,
    ended: 'returned',
    refused: REFUSED,
  },
}

const NOT_FOUND = { kind: 'not_found' }
const UNKNOWN = { kind: 'unknown' }

for (const [name, kind] of Object.entries(KINDS)) {
  const { call, ask, enquire, begin, done, ended, refused } = kind
  const { table, id, isOpen } = call.table

  const row = async () => {
    const { sql } = context
    const isOther = table === 'card_attempt' ? sql`state = 'approved'` : sql`false`
    const [found] = await sql<Record<string, string>[]>`
      select * from ${sql(table)} where business_id = ${business.businessId} and not ${isOther}
    `
    return found as Record<string, string> & Row
  }
  const stateOf = async () => (await row())[kind.state]
  const isOver = async () => {
    const { sql } = context
    const found = await sql`
      select from ${sql(table)} where ${isOpen(sql)} and business_id = ${business.businessId}
    `
    return found.length === 0
  }
  /** One that was asked for, and of which the provider has said this. */
  const given = async (said: object) => {
    const process = hearing(context, CALLED)
    process.says[ask] = [said]
    await begin(process)
    process.says[ask] = []
    assert.deepEqual(heardOf(process), [ask])
    return process
  }
  /** A process beside it, at the same moment. */
  const beside = (process: Heard) => {
    const other = hearing(context, CALLED)
    other.advance(process.now().getTime() - other.now().getTime())
    return other
  }

  test(`a ${name} whose answer is lost has one effect: it is enquired about, and not asked again`, async () => {
    const process = await given(UNKNOWN)
    process.says[enquire] = [done]

    process.advance(10 * MINUTE)
    assert.equal(await call.runDue(process), 1)

    assert.deepEqual(heardOf(process), [enquire])
    assert.equal(await stateOf(), ended)
  })

  test(`a ${name} that never arrived is asked for again, by one of two workers that read it`, async () => {
    const process = await given(UNKNOWN)
    const both = [process, beside(process)]
    const reading = (await row()) as never
    const answers = both.map((one) => {
      const answer = Promise.withResolvers<object>()
      one.says[enquire] = [answer.promise]
      one.says[ask] = [done]
      one.advance(10 * MINUTE)
      return answer
    })

    const advanced = both.map((one) => call.advance(one, reading))
    for (const { resolve } of answers) resolve(NOT_FOUND)
    await Promise.all(advanced)

    const asked = both.flatMap(heardOf).filter((one) => one === ask)
    assert.deepEqual(asked, [ask], 'once')
    assert.equal(await stateOf(), ended)
  })

  test(`news of a ${name} that comes while the provider is enquired is not lost`, async () => {
    const process = await given(UNKNOWN)
    const answer = Promise.withResolvers<object>()
    process.says[enquire] = [answer.promise, done]
    process.advance(10 * MINUTE)

    const running = call.runDue(process)
    while (!heardOf(process).includes(enquire)) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { rail, [id]: key } = await row()
    await call.enquireAbout(process, 'test', rail, key!)
    answer.resolve(UNKNOWN)
    assert.equal(await running, 1)

    assert.equal(await call.runDue(process), 1, 'it is due still')
    assert.equal(await stateOf(), ended)
  })

  for (const late of [UNKNOWN, refused, { kind: 'unavailable' }]) {
    test(`a ${name} that an enquiry has ended stays so when its own answer is ${late.kind} later`, async () => {
      const process = await given(UNKNOWN)
      const answer = Promise.withResolvers<object>()
      process.says[enquire] = [NOT_FOUND]
      process.says[ask] = [answer.promise]
      process.advance(10 * MINUTE)
      const asking = call.runDue(process)
      const other = beside(process)
      while (!heardOf(process).includes(ask)) {
        await new Promise((resolve) => setImmediate(resolve))
      }

      other.advance(5 * MINUTE)
      other.says[enquire] = [done]
      assert.equal(await call.runDue(other), 1)
      answer.resolve(late)
      await asking

      assert.equal(await stateOf(), ended)
      assert(await isOver())
    })
  }

  test(`a ${name} waits for a provider that is taken out, and goes on when it is listed`, async () => {
    const process = await given(UNKNOWN)
    const sandbox = process.rails.test
    process.advance(10 * MINUTE)
    process.says[enquire] = [done]
    process.rails = { test: process.rail('other'), live: [] }

    assert.equal(await call.runDue(process), 0)
    const listed = CALLS.find((one) => one.call.table === call.table)
    const waiting = await Promise.all(
      call.table.needs.map((need) => listed!.call.waitingOf(process, need, 9)),
    )
    assert.deepEqual(
      waiting.flat().map(({ rail, count }) => [rail, count]),
      [['sandbox', 1]],
    )
    process.rails.former = [{ ...sandbox, mode: 'test' }]
    assert.equal(await call.runDue(process), 1)

    assert.deepEqual(heardOf(process), [enquire])
    assert.equal(await stateOf(), ended)
  })

  for (const [when, agoMs, isSaid] of [
    ['at once', 0, true],
    ['months later', 100 * DAY, false],
  ] as const) {
    test(`a ${name} that a restore has set back to before the call is found, ${when}`, async () => {
      const process = await given({ kind: 'unavailable' })
      const { now } = process
      const enteredAt = later(now(), MINUTE)
      await enter(context.sql, enteredAt, { reason: 'older_copy', restoredTo: now() })
      const by = { by: 'operator@example.com', reason: 'The statement was read.' }
      const releasing = { ...context, now: () => later(enteredAt, MINUTE) }
      await release(releasing, (await lastRecovery(context.sql))!, [], by)
      process.rails.off = new Set(isSaid ? [RECOVERED] : [])
      process.advance(agoMs + 10 * MINUTE)
      process.says[enquire] = [UNKNOWN, done]

      assert.equal(await call.runDue(process), 1)
      process.advance(1 * HOUR)
      assert.equal(await call.runDue(process), 1)

      assert.deepEqual(untilOf(process), [
        [enquire, enteredAt],
        [enquire, enteredAt],
      ])
      assert.equal(await stateOf(), ended)
    })
  }

  test(`a ${name} asked for once more on a day that a restore lost is found, and not asked for`, async () => {
    const process = await given(UNKNOWN)
    const restoredTo = later(process.now(), MINUTE)
    const enteredAt = later(restoredTo, 4 * DAY)
    await enter(context.sql, enteredAt, { reason: 'older_copy', restoredTo })
    process.rails.off = new Set([RECOVERED])
    process.says[enquire] = [NOT_FOUND, done]

    process.advance(enteredAt.getTime() - process.now().getTime() + MINUTE)
    assert.equal(await call.runDue(process), 1)
    process.advance(10 * MINUTE)
    assert.equal(await call.runDue(process), 1)

    assert.deepEqual(untilOf(process), [
      [enquire, enteredAt],
      [enquire, enteredAt],
    ])
    assert.equal(await stateOf(), ended)
  })
}

/** Each call since this was last called, and the end of the time in which it may have been sent. */
function untilOf(process: Heard): [call: string, askedUntil: Date | undefined][] {
  return process.heard().map(([call, request]) => {
    return [call, (request as { askedUntil?: Date }).askedUntil]
  })
}

/** Without its arguments, and since it was last called. */
function heardOf(process: Heard): string[] {
  return process.heard().map(([call]) => call)
}
