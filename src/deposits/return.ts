import type { Context } from '../context.ts'
import { hold, postHold, voidHold } from '../ledger/ledger.ts'
import { later, MINUTE, SECOND } from '../lib/clock.ts'
import { ask } from '../rails/ask.ts'
import { railThatMade, type Waiting } from '../rails/made-by.ts'
import { claimReturns, countReturnsDue, countReturnsWaiting, moveReturn } from './deposits.sql.ts'
import type { Deposit } from './deposits.ts'

// Sends unmatched money back to who sent it: the amount is held, the rail is asked under the
// deposit's id, and its answer recorded. A crash at any point leaves a row that is due again; the
// rail, asked again with the same key, returns nothing twice.

const BATCH_MAX = 20
const LEASE_MS = 1 * MINUTE
/** After an answer that settles nothing. */
const PAUSE_MS = 30 * SECOND

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

async function giveBack(context: Context, deposit: Deposit): Promise<void> {
  const bank = railThatMade(context.rails, 'returns', deposit)
  if (bank === null) return
  if (deposit.state === 'unmatched') await reserve(context, deposit)

  const { depositId: key, businessId: onBehalfOf, amount } = deposit
  const outcome = await ask(bank.returnCredit({ key, onBehalfOf, credit: deposit, amount }))

  const now = context.now()
  const { businessId, mode } = deposit
  const name = { businessId, mode, causeId: key, reason: 'unmatched_return' } as const
  switch (outcome.kind) {
    case 'returned': {
      const { sessionId } = outcome
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
    case 'unavailable':
    case 'unknown':
      await moveReturn(context.sql, deposit, 'returning', {
        state: 'returning',
        nextReturnAt: later(now, PAUSE_MS),
      })
  }
}

async function reserve(context: Context, deposit: Deposit): Promise<void> {
  const now = context.now()
  const { businessId, mode, depositId, amount } = deposit
  await context.sql.begin(async (sql) => {
    const next = { state: 'returning', nextReturnAt: later(now, LEASE_MS) } as const
    if (!(await moveReturn(sql, deposit, 'unmatched', next))) return
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
  })
}

/** How much of it is due and not done yet; at most `max` are counted. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countReturnsDue(sql, now(), max)
}

/** What waits for a bank that is not configured any more. */
export async function waitingOf({ sql, rails }: Context, max: number): Promise<Waiting[]> {
  return countReturnsWaiting(sql, rails, max)
}
