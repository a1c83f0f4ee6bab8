import assert from 'node:assert/strict'
import { findBank } from '../../accounts/banks/banks.ts'
import type { Ending } from '../../core/call-spec.ts'
import { DOWN_PAUSE_MS, providerCall } from '../../core/calls.ts'
import type { Context } from '../../core/context.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import type { Entry } from '../../core/ledger/ledger.sql.ts'
import { type HoldName, post, postHold, voidHold } from '../../core/ledger/ledger.ts'
import { decide, isUnexplained, railsMissing } from '../../core/recovery/recovery.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { publicId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { payoutRails, railThatMade } from '../../providers/made-by.ts'
import type { TransferOutcome } from '../../providers/rails.ts'
import { RECOVERED } from '../../providers/switches.ts'
import { findPayout, lastEqual, type Payout, setReversed } from './payouts.sql.ts'
import { eventOf, keyOf, paidFrom, payoutHandle } from './payouts.ts'
import { setDue, waitAfterFailure } from './schedule.sql.ts'

// The spec of payout calls. An outcome closes the hold, emits the event and reschedules the
// subaccount in one database transaction. A sent transfer can be returned by the beneficiary's
// bank, so it is enquired about for some days.

/** A sent transfer is enquired about at these ages, and when a notification mentions it. */
const WATCHED_AT_MS = [10 * MINUTE, 70 * MINUTE, 430 * MINUTE, 1_870 * MINUTE, 6_190 * MINUTE]
/** The pause after an enquiry without an answer. */
const SILENT_PAUSE_MS = 1 * HOUR
/** Unanswered enquiries stop at this age. */
const GIVE_UP_MS = 8 * DAY

export const payouts = providerCall<Payout, TransferOutcome>({
  what: 'payout',
  idKind: 'payout',
  table: 'payout',
  id: 'payoutId',
  otherKey: 'railKey',
  columns: {
    due: 'nextAt',
    asked: 'askedAt',
    askedToo: 'keyedAt',
    accepted: 'acceptedAt',
    handle: 'handle',
  },
  isOpen: (sql) => sql`state = 'pending'`,
  isWatched: (sql) => sql`state = 'success'`,
  handles: payoutHandle,
  needs: [{ what: 'payouts' }],
  unheard: 'ask again',

  reach({ rails }, payout) {
    const rail = railThatMade(rails, 'payouts', payout)
    if (rail === null) return null
    const [key, onBehalfOf] = [keyOf(payout), payout.businessId]
    const { bankCode, accountNumber, accountName, amount, enquiry, reason, reference } = payout
    const bank = { code: bankCode, nipCode: findBank(bankCode)?.nipCode ?? null }
    const narration = reason ?? reference
    const to = { enquiry, bank, accountNumber, accountName, amount, narration }
    return {
      async ask() {
        const outcome = await rail.transfer({ key, onBehalfOf, ...to })
        // Only an enquiry can report a return.
        return outcome.kind === 'reversed' ? { kind: 'unknown' } : outcome
      },
      enquire: (known) => rail.enquireTransfer({ key, onBehalfOf, ...known }),
    }
  },

  async notBefore(context, payout) {
    const now = context.now()
    // Before a restore, an equal transfer left that is not matched to a payout yet.
    const wasRestored = context.rails.off?.has(RECOVERED)
    if (wasRestored && (await isUnexplained(context.sql, payout))) return later(now, DOWN_PAUSE_MS)
    // Two concurrent payouts can both pass this check. The rail then refuses the second, and it is
    // sent later.
    const apartMs = railThatMade(context.rails, 'payouts', payout)?.equalTransfersApartMs
    if (apartMs === undefined) return null
    const before = await lastEqual(context.sql, payout, later(now, -apartMs))
    return before && later(before, apartMs)
  },

  // A key that follows from the request may have been used at any provider of that time.
  async mayHaveAsked(context, { mode, rail, railKey }, lostFrom) {
    if (railKey === null) return [rail]
    const configured = payoutRails(context.rails, mode).map(({ name }) => name)
    const missing = await railsMissing(context, mode, lostFrom)
    return [...new Set([...configured, rail, ...missing])]
  },

  fee: ({ mode, payoutId, duty, dutyByProvider }) => ({
    mode,
    causeId: payoutId,
    reason: 'rail_fee',
    clearing: 'bank_clearing',
    dutyTaken: dutyByProvider ? duty : kobo(0),
  }),

  ends: {
    async sent(ending, payout, { sessionId }) {
      const { context, sql, now, end } = ending
      const nextAt = later(now, WATCHED_AT_MS[0]!)
      const to = { state: 'success', sessionId, completedAt: now, updatedAt: now, nextAt } as const
      const ended = await end(to)
      if (ended === null) return endedBefore(ending, payout, 'sent')
      if (context.rails.off?.has(RECOVERED)) await explain(sql, ended, now)
      await postHold(sql, now, ...holdsOf(payout))
      await emit(sql, [eventOf(ended, now)])
      await reschedule(sql, ended, now)
      return ended
    },
    failed: (ending, payout, { reason }) => fail(ending, payout, reason),
    reversed: (ending, payout, { reason }) => fail(ending, payout, reason),
  },

  ended: tell,

  watch: {
    holds: ({ state }) => state === 'success',
    async record(context, payout, outcome) {
      assert(payout.completedAt, 'a sent payout must have a completion time')
      if (outcome.kind === 'reversed') {
        await bookBack(context, payout, outcome.reason)
        return null
      }
      if (outcome.kind === 'failed' || outcome.kind === 'not_found') {
        warn(context, payout, outcome.kind)
      }
      const now = context.now()
      const ageMs = now.getTime() - payout.completedAt.getTime()
      const isSilent = outcome.kind === 'unavailable' || outcome.kind === 'unknown'
      if (isSilent && ageMs < GIVE_UP_MS) return later(now, SILENT_PAUSE_MS)
      const nextMs = WATCHED_AT_MS.find((ms) => ms > ageMs)
      return nextMs === undefined ? null : later(payout.completedAt, nextMs)
    },
  },
})

export const { runDue: concludePayouts, enquireAbout: enquireAboutTransfer, ask: send } = payouts

/** An operator matches money that left to this payout. False if it is not waiting. */
export async function settleByHand(
  context: Context,
  payout: Payout,
  { rail, sessionId }: { rail: string; sessionId: string },
): Promise<boolean> {
  const settled = await payouts.settle(context, payout, rail, { kind: 'sent', sessionId })
  return settled?.sessionId === sessionId
}

async function fail(ending: Ending<Payout>, payout: Payout, failure: string) {
  const { sql, now, end } = ending
  const ended = await end({ state: 'failed', failure, completedAt: now, updatedAt: now })
  if (ended === null) return endedBefore(ending, payout, 'failed')
  await voidHold(sql, now, ...holdsOf(payout))
  await emit(sql, [eventOf(ended, now)])
  const { subaccountId } = ended
  if (subaccountId !== null) await waitAfterFailure(sql, { ...ended, subaccountId }, now)
  return ended
}

/** The recorded outcome stands; a different one is logged. */
async function endedBefore(
  { context, sql }: Ending<Payout>,
  payout: Payout,
  says: 'sent' | 'failed',
): Promise<null> {
  const found = await findPayout(sql, payout)
  if ((found?.sessionId != null) !== (says === 'sent')) warn(context, payout, says)
  return null
}

/** Matches money that left before a restore to this payout, so that it blocks no other. */
async function explain(sql: Sql, { mode, rail, sessionId, reference }: Payout, now: Date) {
  assert(sessionId, 'a sent payout must have a session id')
  const reason = `Matched to the payout ${reference}.`
  const decision = { decidedAt: now, decidedBy: 'the service', reason }
  await decide(sql, { mode, rail, sessionId }, decision)
}

/** Credits the returned amount, and the duty that we hold, to its owner, once. */
async function bookBack(context: Context, payout: Payout, failure: string): Promise<void> {
  const now = context.now()
  const { businessId, mode, payoutId: causeId, amount, duty, dutyByProvider } = payout
  const entry = { businessId, mode, causeId, credit: paidFrom(payout), occurredAt: now }
  const back: Entry[] = [{ ...entry, reason: 'payout_reversed', debit: 'bank_clearing', amount }]
  if (duty > 0n && !dutyByProvider) {
    back.push({ ...entry, reason: 'payout_duty_reversed', debit: 'stamp_duty', amount: duty })
  }
  const reversed = await context.sql.begin(async (sql) => {
    const reversed = await setReversed(sql, payout, failure, now)
    if (reversed === null) return null
    await post(sql, now, back)
    await emit(sql, [eventOf(reversed, now)])
    // subaccounts.ts decides how long it waits, by the number of returns.
    await reschedule(sql, reversed, now)
    return reversed
  })
  if (reversed !== null) tell(context, reversed)
}

function tell({ pubSub }: Context, { businessId, mode }: Payout): void {
  pubSub.publish(EVENTS_TOPIC, { businessId, mode })
}

function warn({ log }: Context, { businessId, mode, payoutId }: Payout, says: string): void {
  const fields = { businessId, mode, payout: publicId('payout', payoutId), says }
  log.error(fields, 'the bank reports a different outcome of a payout')
}

function holdsOf({ businessId, mode, payoutId: causeId, duty }: Payout): HoldName[] {
  const sent = { businessId, mode, causeId, reason: 'payout' } as const
  return duty === 0n ? [sent] : [sent, { ...sent, reason: 'payout_duty' }]
}

/** Makes the subaccount of this payout due: money may have arrived meanwhile. */
async function reschedule(sql: Sql, { subaccountId, ...scope }: Payout, now: Date): Promise<void> {
  if (subaccountId !== null) await setDue(sql, { ...scope, subaccountId }, now, { failures: 0 })
}
