import assert from 'node:assert/strict'
import type { Context } from '../src/core/context.ts'
import type { Authorization } from '../src/payments/authorizations/authorizations.sql.ts'
import { tokenOf } from '../src/payments/authorizations/authorizations.ts'
import type { Invoice } from '../src/payments/subscriptions/invoices.sql.ts'
import { DAY } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db.ts'
import { publicId } from '../src/platform/ids.ts'
import type { Mode } from '../src/providers/outcomes.ts'
import type { Stage } from './live-month-stage.ts'

// Holds what was kept in the month in live mode against Paystack's and Flutterwave's books, and
// subscriptions against the calendar.

export async function assertKept(context: Context, sql: Database, stage: Stage) {
  const rows = await sql<Authorization[]>`
    select * from payer_authorization where mode = 'live'
  `
  const { tokens } = stage.standIns.paystack.books
  const waiting = rows.filter(({ forgetAt }) => forgetAt !== null)
  assert.deepEqual(waiting, [], 'every provider was asked to forget what was removed')
  const removed = rows.filter(({ state }) => state === 'deactivated')
  assert(removed.every(({ token }) => token === null))
  // What the bank has revoked is charged no more, or was not charged since.
  const active = rows.filter(({ rail, state }) => rail === 'paystack' && state === 'active')
  const revoked = active.filter((row) => !tokens.isKnown(tokenOf(context, row)))
  assert(revoked.every(({ channel }) => channel === 'direct_debit'))
  const atPaystack = removed.filter(({ rail }) => rail === 'paystack')
  assert.equal(tokens.forgotten.size, atPaystack.length + revoked.length, 'what it has forgotten')
  const late = await sql`
    select from card_attempt a
    join payer_authorization p using (business_id, mode, authorization_id)
    where mode = 'live' and a.created_at > p.deactivated_at + interval '1 minute'
  `
  assert.equal(late.length, 0, 'what was removed is charged no more')
  assertMandates(rows, stage)
  return rows
}

function assertMandates(rows: Authorization[], { mandates }: Stage): void {
  const states = { opened: 'pending', approved: 'pending', active: 'active' } as const
  for (const [authorizationId, { state }] of mandates) {
    const row = rows.find((one) => one.authorizationId === authorizationId)!
    const expected: string = states[state]
    // After 30 days nobody approves it any more.
    const ends = expected === 'active' ? ['active', 'deactivated'] : ['pending', 'rejected']
    assert(ends.includes(row.state), `${row.state}, and at Paystack ${state}`)
  }
}

type Period = {
  invoiceId: Invoice['invoiceId']
  subscriptionId: string
  start: Date
  state: string
}

/** Each period is charged once, and the periods are those of the calendar. */
export async function assertSubscriptions(
  sql: Database,
  mode: Mode,
  times: number,
): Promise<Record<string, number>> {
  const all = await sql<{ subscriptionId: string; state: string; anchor: Date; endedAt: Date }[]>`
    select subscription_id, state, anchor, ended_at from subscription where mode = ${mode}
  `
  const periods = await sql<Period[]>`
    select invoice_id, subscription_id, period_start as start, state
    from invoice where mode = ${mode} order by period
  `
  for (const { subscriptionId, state, anchor, endedAt } of all) {
    const own = periods.filter((one) => one.subscriptionId === subscriptionId)
    assert(['completed', 'cancelled'].includes(state), `a subscription is ${state}`)
    const begins = (period: number) => anchor.getTime() + period * DAY
    assert.deepEqual(
      own.map(({ start }) => start.getTime()),
      own.map((_, i) => begins(i)),
    )
    const isWhole = own.length === times
    assert(isWhole || (state === 'cancelled' && endedAt.getTime() <= begins(own.length) + DAY))
  }
  const paid = await sql<{ metadata: string }[]>`
    select metadata from transaction
    where mode = ${mode} and status in ('success', 'reversed') and metadata like '%invoice_id%'
  `
  const payments = paid.map(({ metadata }) => JSON.parse(metadata).invoice_id as string)
  const invoices = periods.filter(({ state }) => state === 'paid')
  const ids = invoices.map(({ invoiceId }) => publicId('invoice', invoiceId))
  assert.deepEqual(payments.toSorted(), ids.toSorted(), 'what is paid was charged once')
  return countOf(periods.map(({ state }) => `invoice ${state}`))
}

/** How often each kind of attempt to charge what was kept ended in each way. */
export async function chargesAgainIn(sql: Database): Promise<Record<string, number>> {
  const rows = await sql<{ rail: string; method: string; state: string }[]>`
    select rail, method, state from card_attempt
    where mode = 'live' and authorization_id is not null
  `
  return countOf(rows.map(({ rail, method, state }) => `${rail} ${method} ${state}`))
}

export function countOf(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
