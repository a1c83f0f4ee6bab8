import assert from 'node:assert/strict'
import { findBank } from '../banks/banks.ts'
import type { Context } from '../context.ts'
import { postHold, voidHold } from '../ledger/ledger.ts'
import { HOUR, later, MINUTE, SECOND } from '../lib/clock.ts'
import type { Sql } from '../lib/db.ts'
import { isUuid, publicId } from '../lib/ids.ts'
import { askKeeping } from '../rails/handles.ts'
import { railThatMade, type Unknown, type Waiting } from '../rails/made-by.ts'
import type { BankRail, Mode, Payouts, TransferOutcome } from '../rails/rails.ts'
import { RECOVERED } from '../rails/switches.ts'
import { decide } from '../recovery/recovery.ts'
import { EVENTS_TOPIC, emit } from '../webhooks/webhooks.ts'
import {
  claimDue,
  countDue,
  countWaiting,
  endPayout,
  findPayout,
  lastEqual,
  listUnknown,
  markAsked,
  postpone,
  setDue,
  setFirstAsk,
  setNextRecheck,
  setRail,
} from './payouts.sql.ts'
import { enquiryOf, eventOf, keyOf, type Payout, payoutHandle } from './payouts.ts'
import { bookFee, firstRecheckAt, recheck } from './recheck.ts'
import { type Earlier, foundAfterRestore } from './restored.ts'
import { rescheduleNow, waitAfterFailure } from './schedule.ts'

// Brings a payout to its end. Whoever asks for the transfer says so in the row first. So a row that
// a crash has left tells what to do: one that was never asked for is sent, one that was is first
// enquired about. What the bank answers is recorded with what becomes of the hold.

const BATCH_MAX = 20
/** Longer than the bank may take to answer. */
const LEASE_MS = 1 * MINUTE
/** After `unavailable`: nothing has happened. */
const PAUSE_MS = 30 * SECOND
/** Between one enquiry and the next; the last one again and again. */
const WAITS_MS = [1 * SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE] as const
/** A request that nobody waits for any more may still be on its way to the bank. */
const ARRIVES_WITHIN_MS = 2 * MINUTE
/** Of one that is old and that the bank says it is still doing. */
const IN_HAND_WAIT_MS = 1 * HOUR
/** From then on, each enquiry that says nothing is told to the operator. */
const LOUD_AFTER_MS = 1 * HOUR

/** A job. Answers how many it took up. What fails is thrown when the others had their turn. */
export async function concludePayouts(context: Context): Promise<number> {
  const now = context.now()
  const until = later(now, LEASE_MS)
  const due = await claimDue(context.sql, context.rails, { now, until, max: BATCH_MAX })
  const ended = await Promise.allSettled(due.map((payout) => nextStep(payout)(context, payout)))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return due.length
}

function nextStep({ state, askedAt }: Payout) {
  if (state === 'success') return recheck
  return askedAt === null ? send : enquire
}

/** There is news of what a rail calls by this key: it is asked about now. */
export async function enquireAboutTransfer(
  { sql, now }: Context,
  mode: Mode,
  rail: string,
  key: string,
): Promise<void> {
  if (isUuid(key)) await setDue(sql, { mode, rail }, key, now())
}

/** Asks for the transfer, and answers the payout as it then stands. */
export async function send(context: Context, payout: Payout): Promise<Payout> {
  const rail = railThatMade(context.rails, 'payouts', payout)
  if (rail === null) return payout
  const now = context.now()
  const earlier = await foundAfterRestore(context, payout)
  if (earlier !== null) return takeUp(context, payout, earlier)
  const turn = await turnOf(context, rail, payout, now)
  if (turn !== null) {
    await setFirstAsk(context.sql, payout, turn)
    return current(context, payout)
  }
  // Whoever reads the row anew and finds it as it was asks; of two, one.
  const asked = await markAsked(context.sql, payout, now, later(now, LEASE_MS))
  if (asked === null) return current(context, payout)
  const outcome = await askKeeping(context, rail.transfer(requestOf(asked)))
  switch (outcome.kind) {
    case 'sent':
    case 'failed':
      return record(context, asked, outcome)
    case 'unavailable':
      // Nothing has happened: it is as if the bank had not been asked.
      return wait(context, asked, outcome, { askedAt: null, enquiries: 0, waitMs: PAUSE_MS })
    case 'accepted':
    case 'unknown':
    // Words for enquiries only. In answer to a transfer they say nothing.
    case 'reversed':
    case 'not_found':
      return wait(context, asked, outcome, { enquiries: 0, waitMs: WAITS_MS[0] })
  }
}

/** What became of it before a restore. One that nobody can tell of yet waits. */
async function takeUp(context: Context, payout: Payout, earlier: Earlier): Promise<Payout> {
  const now = context.now()
  if (earlier.kind === 'wait') {
    await setFirstAsk(context.sql, payout, later(now, PAUSE_MS))
    return current(context, payout)
  }
  const { rail, outcome } = earlier
  await setRail(context.sql, payout, rail)
  const asked = await markAsked(context.sql, payout, now, later(now, LEASE_MS))
  if (asked === null) return current(context, payout)
  if (outcome.kind === 'sent' || outcome.kind === 'failed') return record(context, asked, outcome)
  return wait(context, asked, outcome, { enquiries: 0, waitMs: WAITS_MS[0] })
}

/** An operator says that money which has left was this payout's. False: it is not waiting. */
export async function settleByHand(
  context: Context,
  payout: Payout,
  { rail, sessionId }: { rail: string; sessionId: string },
): Promise<boolean> {
  if (payout.askedAt !== null || payout.state !== 'pending') return false
  const outcome: Ended = { kind: 'sent', sessionId }
  const settled = await takeUp(context, payout, { kind: 'found', rail, outcome })
  if (settled.sessionId !== sessionId) return false
  // The rail knows it by a name that is lost: to ask about this one says nothing.
  await setNextRecheck(context.sql, settled, context.now(), { nextAt: null, enquiries: 0 })
  return true
}

/**
 * Where the rail wants those of one amount to one account apart, and another was asked for lately:
 * when. Two in one moment may both go: the rail refuses the second, and it is sent again later.
 */
async function turnOf({ sql }: Context, rail: Payouts, payout: Payout, now: Date) {
  const apartMs = rail.equalTransfersApartMs
  if (apartMs === undefined || payout.askedAt !== null) return null
  const before = await lastEqual(sql, payout, later(now, -apartMs))
  return before && later(before, apartMs)
}

/** Asks what became of a transfer that was asked for. */
async function enquire(context: Context, payout: Payout): Promise<Payout> {
  const rail = railThatMade(context.rails, 'payouts', payout)
  if (rail === null) return payout
  const outcome = await askKeeping(context, rail.enquireTransfer(enquiryOf(context, payout)))
  switch (outcome.kind) {
    case 'sent':
    case 'failed':
      return record(context, payout, outcome)
    case 'reversed':
      return record(context, payout, { ...outcome, kind: 'failed' })
    case 'not_found':
      if (mayBeSentAgain(payout, context.now())) return send(context, payout)
      return askLater(context, payout, outcome)
    case 'accepted':
    case 'unavailable':
    case 'unknown':
      return askLater(context, payout, outcome)
  }
}

/**
 * What the bank has accepted it does, whatever it says since. Else a request that was sent has
 * reached it by then, or never will.
 */
function mayBeSentAgain({ askedAt, acceptedAt }: Payout, now: Date): boolean {
  assert(askedAt, 'a payout sent to the bank must have a request time')
  return acceptedAt === null && now.getTime() - askedAt.getTime() > ARRIVES_WITHIN_MS
}

async function askLater(
  context: Context,
  payout: Payout,
  outcome: TransferOutcome,
): Promise<Payout> {
  const { businessId, mode, payoutId, createdAt } = payout
  const enquiries = payout.enquiries + 1
  const ageMs = context.now().getTime() - createdAt.getTime()
  const isLate = ageMs >= LOUD_AFTER_MS
  // What is being done may take days; what is not known should not.
  const isInHand = isLate && outcome.kind === 'accepted'
  if (isLate && !isInHand) {
    const fields = { businessId, mode, payout: publicId('pay', payoutId), enquiries }
    context.log.error(fields, 'the outcome of a payout is still unknown')
  }
  const waitMs = isInHand ? IN_HAND_WAIT_MS : WAITS_MS[Math.min(enquiries, WAITS_MS.length - 1)]!
  return wait(context, payout, outcome, { enquiries, waitMs })
}

/** Until it is asked about again; with what the bank has said of it so far. */
async function wait(
  context: Context,
  payout: Payout,
  outcome: TransferOutcome,
  {
    enquiries,
    waitMs,
    askedAt = payout.askedAt,
  }: { enquiries: number; waitMs: number; askedAt?: Date | null },
): Promise<Payout> {
  const now = context.now()
  await postpone(context.sql, payout, now, {
    askedAt,
    acceptedAt: payout.acceptedAt ?? (outcome.kind === 'accepted' ? now : null),
    handle: payoutHandle.keep(context, payout, payout.handle, outcome),
    enquiries,
    nextAt: later(now, waitMs),
  })
  return current(context, payout)
}

function requestOf(payout: Payout): Parameters<BankRail['transfer']>[0] {
  const { bankCode, accountNumber, accountName, amount, enquiry, reason, reference } = payout
  return {
    key: keyOf(payout),
    onBehalfOf: payout.businessId,
    enquiry,
    bank: { code: bankCode, nipCode: findBank(bankCode)?.nipCode ?? null },
    accountNumber,
    accountName,
    amount,
    narration: reason ?? reference,
  }
}

type Ended = Extract<TransferOutcome, { kind: 'sent' | 'failed' }>

/** The outcome, what becomes of the hold, and who is told: one database transaction. */
async function record(context: Context, payout: Payout, outcome: Ended): Promise<Payout> {
  const now = context.now()
  const { businessId, mode, payoutId, subaccountId } = payout
  const isSent = outcome.kind === 'sent'
  if (isSent) await bookFee(context, payout, outcome)
  const ended = await context.sql.begin(async (sql) => {
    const ended = await endPayout(sql, payout, {
      state: isSent ? 'success' : 'failed',
      sessionId: isSent ? outcome.sessionId : null,
      handle: payoutHandle.keep(context, payout, payout.handle, outcome),
      failure: isSent ? null : outcome.reason,
      nextAt: isSent ? firstRecheckAt(now) : null,
      completedAt: now,
    })
    if (ended === null) return null
    if (isSent && context.rails.off?.has(RECOVERED)) await explain(sql, ended, now)
    const close = isSent ? postHold : voidHold
    await close(sql, now, { businessId, mode, causeId: payoutId, reason: 'payout' })
    await emit(sql, [eventOf(ended, now)])
    if (subaccountId !== null) {
      const reschedule = isSent ? rescheduleNow : waitAfterFailure
      await reschedule(sql, { businessId, mode, subaccountId }, now)
    }
    return ended
  })
  if (ended === null) return recordedBefore(context, payout, outcome)
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  return ended
}

/** Money that left before a restore was this payout's: it stands in the way of no other. */
async function explain(sql: Sql, { mode, rail, sessionId, reference }: Payout, now: Date) {
  assert(sessionId, 'a sent payout must have a session id')
  const reason = `Matched to the payout ${reference}.`
  const decision = { decidedAt: now, decidedBy: 'the service', reason }
  await decide(sql, { mode, rail, sessionId }, decision)
}

/** Whoever asked about it meanwhile was first, and their word stands. */
async function recordedBefore(context: Context, payout: Payout, outcome: Ended): Promise<Payout> {
  const { businessId, mode, payoutId } = payout
  const found = await current(context, payout)
  if ((found.sessionId !== null) !== (outcome.kind === 'sent')) {
    const fields = { businessId, mode, payout: publicId('pay', payoutId), says: outcome.kind }
    context.log.error(fields, 'the bank reports a different outcome of a payout')
  }
  return found
}

async function current({ sql }: Context, payout: Payout): Promise<Payout> {
  const found = await findPayout(sql, payout)
  assert(found, 'a payout is never deleted')
  return found
}

/** How much of it is due and not done yet; at most `max` are counted. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countDue(sql, now(), max)
}

/** Of each bank the oldest of which nobody knows what became of it. */
export async function unknownOf({ sql }: Context, before: Date): Promise<Unknown[]> {
  return listUnknown(sql, before)
}

/** What waits for a bank that is not configured any more. */
export async function waitingOf({ sql, rails }: Context, max: number): Promise<Waiting[]> {
  return countWaiting(sql, rails, max)
}
