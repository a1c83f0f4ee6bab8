import type { Context } from '../context.ts'
import { type HoldName, heldSince, hold, postHold, voidHold } from '../ledger/ledger.ts'
import { bookRailFee } from '../ledger/rail-fees.ts'
import { HOUR, later, MINUTE, SECOND } from '../lib/clock.ts'
import { isUuid, publicId } from '../lib/ids.ts'
import { askKeeping, handleColumn } from '../rails/handles.ts'
import { railThatMade, type Unknown, type Waiting } from '../rails/made-by.ts'
import type { Mode, ReturnEnquiry, Returns } from '../rails/rails.ts'
import type { Deposit } from './deposits.ts'
import {
  claimReturns,
  countReturnsDue,
  countReturnsWaiting,
  listUnknownReturns,
  moveReturn,
  moveReturnAsked,
  setReturnDue,
  waitForReturn,
} from './return.sql.ts'

// Sends unmatched money back to who sent it: the amount is held, the rail is asked under the
// deposit's id, and its answer recorded. A crash at any point leaves a row that is due again. One
// that may have been asked for is first enquired about, and asked for again only where the rail has
// never heard of it; never where it has accepted it.

const BATCH_MAX = 20
const LEASE_MS = 1 * MINUTE
/** After an answer that settles nothing; then of one that is late, and of one that is in hand. */
const PAUSE_MS = 30 * SECOND
const LATE_PAUSE_MS = 5 * MINUTE
const IN_HAND_PAUSE_MS = 1 * HOUR
/** After the first request: from then on, each answer that says nothing is told to the operator. */
const LATE_MS = 1 * HOUR

/** A deposit that goes back, as its row says more of it. */
export type Returning = Deposit & {
  /** When the rail was last asked for it; null where it was once at most, on the first day. */
  returnAskedAt: Date | null
  returnAcceptedAt: Date | null
  /** Sealed. */
  returnHandle: string | null
}

export const returnHandle = handleColumn('deposit', 'return_handle', 'depositId')

/** A job. Answers how many it took up. What fails is thrown when the others had their turn. */
export async function returnDue(context: Context): Promise<number> {
  const now = context.now()
  const until = later(now, LEASE_MS)
  const due = await claimReturns(context.sql, context.rails, { now, until, max: BATCH_MAX })
  // Side by side: a bank that is silent about one holds up nobody else.
  const ended = await Promise.allSettled(due.map((deposit) => giveBack(context, deposit)))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return due.length
}

/** There is news of what a rail calls by this key: it is asked about now. */
export async function enquireAboutReturn(
  { sql, now }: Context,
  mode: Mode,
  rail: string,
  key: string,
): Promise<void> {
  if (isUuid(key)) await setReturnDue(sql, { mode, rail }, key, now())
}

async function giveBack(context: Context, deposit: Returning): Promise<void> {
  const bank = railThatMade(context.rails, 'returns', deposit)
  if (bank === null) return
  const outcome = await askBank(context, bank, deposit)

  const now = context.now()
  const { businessId, mode, depositId: causeId } = deposit
  const name = { businessId, mode, causeId, reason: 'unmatched_return' } as const
  switch (outcome.kind) {
    case 'returned': {
      const { sessionId } = outcome
      const fee = { mode, causeId, reason: 'rail_return_fee', clearing: 'bank_clearing' } as const
      await bookRailFee(context, fee, outcome)
      const ended = { state: 'returned', returnSessionId: sessionId, nextReturnAt: null } as const
      await context.sql.begin(async (sql) => {
        if (await moveReturn(sql, deposit, 'returning', ended)) await postHold(sql, now, name)
      })
      return
    }
    case 'refused': {
      // It stays in the unmatched account, listed, for a person to decide.
      const ended = { state: 'return_refused', nextReturnAt: null } as const
      await context.sql.begin(async (sql) => {
        if (await moveReturn(sql, deposit, 'returning', ended)) await voidHold(sql, now, name)
      })
      return
    }
    case 'accepted':
    case 'not_found':
    case 'unavailable':
    case 'unknown':
      await wait(context, deposit, name, outcome)
  }
}

/** Whatever may have been asked for is first enquired about. */
async function askBank(
  context: Context,
  bank: Returns,
  deposit: Returning,
): Promise<ReturnEnquiry> {
  const { depositId: key, businessId: onBehalfOf, amount } = deposit
  let [isFirst, firstAskedAt] = [false, context.now()]
  if (deposit.state === 'unmatched') isFirst = await reserve(context, deposit)
  else {
    const askedAt = deposit.returnAskedAt ?? deposit.createdAt
    const handle = returnHandle.handBack(context, deposit, deposit.returnHandle)
    const enquiry = bank.enquireReturn({ key, onBehalfOf, askedAt, ...handle })
    const outcome = await askKeeping(context, enquiry)
    if (outcome.kind !== 'not_found' || deposit.returnAcceptedAt !== null) return outcome
    firstAskedAt = context.now()
    isFirst = await moveReturnAsked(context.sql, deposit, firstAskedAt)
  }
  const request = { key, onBehalfOf, credit: deposit, amount, ...(isFirst && { firstAskedAt }) }
  return askKeeping(context, bank.returnCredit(request))
}

async function wait(
  context: Context,
  deposit: Returning,
  name: HoldName,
  outcome: ReturnEnquiry,
): Promise<void> {
  const now = context.now()
  const { businessId, mode, depositId } = deposit
  const isLate = later(await heldSince(context.sql, name), LATE_MS) <= now
  // What is being done may take days; what is not known should not.
  const isInHand = outcome.kind === 'accepted'
  if (isLate && !isInHand) {
    const fields = { businessId, mode, deposit: publicId('dep', depositId) }
    context.log.error(fields, 'the outcome of a return is still unknown')
  }
  const latePauseMs = isInHand ? IN_HAND_PAUSE_MS : LATE_PAUSE_MS
  await waitForReturn(context.sql, deposit, now, {
    returnAcceptedAt: deposit.returnAcceptedAt ?? (isInHand ? now : null),
    returnHandle: returnHandle.keep(context, deposit, deposit.returnHandle, outcome),
    nextReturnAt: later(now, isLate ? latePauseMs : PAUSE_MS),
  })
}

/** False where somebody was first. */
async function reserve(context: Context, deposit: Deposit): Promise<boolean> {
  const now = context.now()
  const { businessId, mode, depositId, amount } = deposit
  return context.sql.begin(async (sql) => {
    const next = {
      state: 'returning',
      returnAskedAt: now,
      nextReturnAt: later(now, LEASE_MS),
    } as const
    if (!(await moveReturn(sql, deposit, 'unmatched', next))) return false
    await hold(sql, now, {
      businessId,
      mode,
      causeId: depositId,
      reason: 'unmatched_return',
      debit: 'unmatched',
      credit: 'bank_clearing',
      amount,
      occurredAt: now,
    })
    return true
  })
}

/** How much of it is due and not done yet; at most `max` are counted. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countReturnsDue(sql, now(), max)
}

/** Of each bank the oldest of which nobody knows what became of it. */
export async function unknownOf({ sql }: Context, before: Date): Promise<Unknown[]> {
  return listUnknownReturns(sql, before)
}

/** What waits for a bank that is not configured any more. */
export async function waitingOf({ sql, rails }: Context, max: number): Promise<Waiting[]> {
  return countReturnsWaiting(sql, rails, max)
}
