import { findBank } from '../../accounts/banks/banks.ts'
import type { Context } from '../../core/context.ts'
import { InsufficientBalance } from '../../core/ledger/ledger.ts'
import { COMEBACKS_MAX, subaccountCode } from '../../payments/splits/subaccounts.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import { newId, shortId } from '../../platform/ids.ts'
import { findRail } from '../../providers/capabilities.ts'
import { send } from './conclude.ts'
import { enquireBeneficiary, holdPayout, type Order, payoutOf } from './pay.ts'
import type { Payout, PayoutId } from './payouts.sql.ts'

import { claimScheduled, listPayable, lockAsRead, type Payable } from './schedule.sql.ts'
import { putOff, rest, restIfPoor, waitAfterFailure } from './schedule.ts'

// Subaccounts are paid out by themselves: all that one has available, as soon as it is worth a
// transfer, and one payout at a time. Looked at are those alone to which money has come. What comes
// back from a bank account is sent there again after an hour, six hours and a day; after that not
// before another account is set.

const BATCH_MAX = 20
/** Longer than the bank may take to say whose account it is, and then to transfer. */
const LEASE_MS = 2 * MINUTE
/** After a name enquiry that the bank did not answer. */
const BANK_DOWN_WAIT_MS = 5 * MINUTE
/** One that was switched off may be switched on again. */
const INACTIVE_WAIT_MS = 1 * HOUR
/** After the first payout that has come back from an account, the second one, …: then never. */
const COMEBACK_WAITS_MS = [1 * HOUR, 6 * HOUR, 1 * DAY] as const
/** Of one that is not paid until its account is changed. */
const STOPPED_LOOK_MS = 1 * HOUR
/** A change of its bank account may be approved at any time. */
const HELD_WAIT_MS = 1 * MINUTE

/** A job. Answers how many it took up. What fails is thrown when the others had their turn. */
export async function payDue(context: Context): Promise<number> {
  const now = context.now()
  const scheduled = await claimScheduled(context.sql, now, later(now, LEASE_MS), BATCH_MAX)
  if (scheduled.length === 0) return 0
  const payable = await listPayable(context.sql, scheduled)
  const ended = await Promise.allSettled(payable.map((one) => payOut(context, one)))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return scheduled.length
}

async function payOut(context: Context, payable: Payable): Promise<void> {
  const { sql } = context
  // Whatever ends the one that is on its way makes this one due again; so does more money.
  if (payable.isPending || payable.available < payable.minimum) {
    return restIfPoor(sql, payable, context.now())
  }
  if (payable.isHeld) return putOff(sql, payable, later(context.now(), HELD_WAIT_MS))
  const until = holdOffUntil(payable, context.now())
  if (until !== null) {
    if (payable.comebacks >= COMEBACKS_MAX) warnOfStop(context, payable)
    return putOff(sql, payable, until)
  }
  if (!payable.isActive) return putOff(sql, payable, later(context.now(), INACTIVE_WAIT_MS))

  // While payouts are switched off it is looked at again and again: nothing is asked.
  const isOff = findRail(context.rails, payable, 'payouts') === null
  if (isOff) return putOff(sql, payable, later(context.now(), BANK_DOWN_WAIT_MS))

  // A bank that has left the list is no bank to pay to.
  const bank = findBank(payable.bankCode)
  if (bank === null) return waitAfterFailure(sql, payable, context.now())
  const outcome = await enquireBeneficiary(context, payable, bank, payable)
  switch (outcome.kind) {
    case 'unavailable':
    case 'unknown':
      return putOff(sql, payable, later(context.now(), BANK_DOWN_WAIT_MS))
    case 'not_found':
      return waitAfterFailure(sql, payable, context.now())
    case 'found': {
      const order = orderOf(payable, newId(context.now()))
      const payout = payoutOf(context, payable, order, outcome)
      if (await reserve(context, payable, payout)) await send(context, payout)
    }
  }
}

/** Null where nothing has come back lately. One that always does waits for another account. */
function holdOffUntil({ comebacks, cameBackAt }: Payable, now: Date): Date | null {
  if (cameBackAt === null) return null
  if (comebacks >= COMEBACKS_MAX) return later(now, STOPPED_LOOK_MS)
  const until = later(cameBackAt, COMEBACK_WAITS_MS[comebacks - 1]!)
  return until > now ? until : null
}

function warnOfStop({ log }: Context, { businessId, mode, subaccountId, comebacks }: Payable) {
  const fields = { businessId, mode, subaccount: subaccountCode(subaccountId), comebacks }
  log.warn(fields, 'payouts to a subaccount are stopped until its bank account is changed')
}

function orderOf(payable: Payable, payoutId: PayoutId): Order {
  const { subaccountId, available: amount, bankCode, accountNumber } = payable
  const reference = shortId(payoutId)
  return { payoutId, reference, amount, bankCode, accountNumber, reason: null, subaccountId }
}

/**
 * False where somebody was faster, by a payout of their own: then there is nothing to do, or not
 * enough to take. Or by a change of the subaccount while the bank was asked: then it is due again.
 */
async function reserve(context: Context, payable: Payable, payout: Payout): Promise<boolean> {
  try {
    return await context.sql.begin(async (sql) => {
      if (!(await lockAsRead(sql, payable))) {
        await putOff(sql, payable, context.now())
        return false
      }
      if (!(await holdPayout(sql, payout))) return false
      await rest(sql, payable)
      return true
    })
  } catch (error) {
    if (error instanceof InsufficientBalance) return false
    throw error
  }
}
