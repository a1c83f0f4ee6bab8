import assert from 'node:assert/strict'
import type { Context } from '../context.ts'
import { partyAccount, post } from '../ledger/ledger.ts'
import { bookRailFee } from '../ledger/rail-fees.ts'
import { DAY, HOUR, later, MINUTE } from '../lib/clock.ts'
import { publicId } from '../lib/ids.ts'
import { askKeeping } from '../rails/handles.ts'
import { railThatMade } from '../rails/made-by.ts'
import type { TransferOutcome } from '../rails/rails.ts'
import { EVENTS_TOPIC, emit } from '../webhooks/webhooks.ts'
import { setNextRecheck, setReversed } from './payouts.sql.ts'
import { enquiryOf, eventOf, type Payout } from './payouts.ts'
import { rescheduleNow } from './schedule.ts'

// A transfer that was sent may come back: the bank of the beneficiary could not credit it. So the
// bank is asked about it again, less and less often, for some days, and at once when it has news.

/** After it was sent, and then after each recheck. */
const RECHECK_AFTER_MS = [10 * MINUTE, 1 * HOUR, 6 * HOUR, 24 * HOUR, 3 * DAY] as const
/** After a recheck without an answer; it is not counted. */
const SILENT_WAIT_MS = 1 * HOUR
/** A bank that says nothing any more is not asked for ever. */
const GIVE_UP_MS = 8 * DAY

export function firstRecheckAt(now: Date): Date {
  return later(now, RECHECK_AFTER_MS[0])
}

export async function recheck(context: Context, payout: Payout): Promise<Payout> {
  const rail = railThatMade(context.rails, 'payouts', payout)
  if (rail === null) return payout
  const outcome = await askKeeping(context, rail.enquireTransfer(enquiryOf(context, payout)))
  if (outcome.kind === 'reversed') {
    await bookBack(context, payout, outcome.reason)
    return payout
  }
  if (outcome.kind === 'sent') await bookFee(context, payout, outcome)
  if (outcome.kind === 'failed' || outcome.kind === 'not_found') warn(context, payout, outcome)
  await setNextRecheck(context.sql, payout, context.now(), nextRecheck(context, payout, outcome))
  return payout
}

function nextRecheck(context: Context, payout: Payout, { kind }: TransferOutcome) {
  assert(payout.completedAt, 'a sent payout must have a completion time')
  const now = context.now()
  const isSilent = kind === 'unavailable' || kind === 'unknown'
  if (isSilent && later(payout.completedAt, GIVE_UP_MS) > now) {
    return { enquiries: payout.enquiries, nextAt: later(now, SILENT_WAIT_MS) }
  }
  const enquiries = payout.enquiries + 1
  const waitMs = RECHECK_AFTER_MS[enquiries]
  return { enquiries, nextAt: waitMs === undefined ? null : later(now, waitMs) }
}

/** Which the bank may know of later than of the transfer. */
export async function bookFee(
  context: Context,
  { mode, payoutId: causeId }: Payout,
  outcome: TransferOutcome,
): Promise<void> {
  const fee = { mode, causeId, reason: 'rail_fee', clearing: 'bank_clearing' } as const
  await bookRailFee(context, fee, outcome)
}

/** Whose money it was has it again. Of two that hear of it at once, one books it. */
async function bookBack(context: Context, payout: Payout, failure: string): Promise<void> {
  const now = context.now()
  const { businessId, mode, payoutId: causeId, subaccountId, amount } = payout
  const reversed = await context.sql.begin(async (sql) => {
    const reversed = await setReversed(sql, payout, failure, now)
    if (reversed === null) return null
    const to = subaccountId === null ? 'available' : partyAccount('available', subaccountId)
    const leg = { debit: 'bank_clearing', credit: to, amount } as const
    await post(sql, now, [
      { businessId, mode, causeId, reason: 'payout_reversed', ...leg, occurredAt: now },
    ])
    await emit(sql, [eventOf(reversed, now)])
    if (subaccountId !== null) {
      // How long it waits is said by how often that happened: subaccounts.ts.
      await rescheduleNow(sql, { businessId, mode, subaccountId }, now)
    }
    return reversed
  })
  if (reversed !== null) context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
}

function warn({ log }: Context, { businessId, mode, payoutId }: Payout, says: TransferOutcome) {
  const fields = { businessId, mode, payout: publicId('pay', payoutId), says: says.kind }
  log.error(fields, 'the bank reports a different outcome of a payout')
}
