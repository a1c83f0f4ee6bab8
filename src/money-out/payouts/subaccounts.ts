import { findBank } from '../../accounts/banks/banks.ts'
import type { Context } from '../../core/context.ts'
import { InsufficientBalance } from '../../core/ledger/ledger.ts'
import { mostWithDuty } from '../../core/stamp-duty.ts'
import { enquireBeneficiary } from '../../payments/beneficiaries/beneficiaries.ts'
import { COMEBACKS_MAX, subaccountCode } from '../../payments/splits/subaccounts.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import { newId, shortId } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { findRail } from '../../providers/capabilities.ts'
import { send } from './conclude.ts'
import { holdPayout, type Order, payoutOf } from './pay.ts'
import type { Payout } from './payouts.sql.ts'
import {
  claimScheduled,
  listPayable,
  lockAsRead,
  type Payable,
  restIfPoor,
  setDue,
  waitAfterFailure,
} from './schedule.sql.ts'

// Subaccounts are paid out automatically: their whole available balance, less the stamp duty, once
// it reaches the minimum, one payout at a time. Only subaccounts that received money are looked at.
// A payout that a bank account returns is sent there again after an hour, six hours and a day;
// after that only to another account.

const BATCH_MAX = 20
/** Longer than a name enquiry and a transfer may take. */
const LEASE_MS = 2 * MINUTE
/** The pause after a name enquiry without an answer, and while payouts are switched off. */
const BANK_DOWN_WAIT_MS = 5 * MINUTE
/** How often a switched-off subaccount is looked at. */
const INACTIVE_WAIT_MS = 1 * HOUR
/** After the first, second and third return from a bank account. */
const COMEBACK_WAITS_MS = [1 * HOUR, 6 * HOUR, 1 * DAY] as const
/** How often a stopped subaccount is looked at. */
const STOPPED_LOOK_MS = 1 * HOUR
/** How often a subaccount with an unapproved change is looked at. */
const HELD_WAIT_MS = 1 * MINUTE

/** A job. Returns how many it claimed. Throws the first failure after all have run. */
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
  const putOff = (ms: number) => setDue(sql, payable, later(context.now(), ms))
  // The end of the pending payout makes it due again, and so does more money.
  if (payable.isPending || payable.available < payable.minimum) {
    return restIfPoor(sql, payable, context.now())
  }
  if (payable.isHeld) return putOff(HELD_WAIT_MS)
  const until = holdOffUntil(payable, context.now())
  if (until !== null) {
    if (payable.comebacks >= COMEBACKS_MAX) warnOfStop(context, payable)
    return setDue(sql, payable, until)
  }
  if (!payable.isActive) return putOff(INACTIVE_WAIT_MS)
  if (findRail(context.rails, payable, 'payouts') === null) return putOff(BANK_DOWN_WAIT_MS)

  // The bank may have left the list.
  const bank = findBank(payable.bankCode)
  if (bank === null) return waitAfterFailure(sql, payable, context.now())
  const outcome = await enquireBeneficiary(context, payable, bank, payable)
  switch (outcome.kind) {
    case 'unavailable':
    case 'unknown':
      return putOff(BANK_DOWN_WAIT_MS)
    case 'not_found':
      return waitAfterFailure(sql, payable, context.now())
    case 'found': {
      const amount = mostWithDuty(context, payable.available, outcome.rail)
      const payout = payoutOf(context, payable, orderOf(context, payable, amount), outcome)
      if (await reserve(context, payable, payout)) await send(context, payout)
    }
  }
}

/** Null if it may be paid now. After too many returns, a stopped subaccount is only looked at. */
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

function orderOf({ now }: Context, payable: Payable, amount: Kobo): Order {
  const { subaccountId, bankCode, accountNumber } = payable
  const payoutId = newId<'payout'>(now())
  const reference = shortId(payoutId)
  return { payoutId, reference, amount, bankCode, accountNumber, reason: null, subaccountId }
}

/**
 * False if another payout took the money first, or if the subaccount changed during the name
 * enquiry: then it is due again.
 */
async function reserve(context: Context, payable: Payable, payout: Payout): Promise<boolean> {
  try {
    return await context.sql.begin(async (sql) => {
      if (!(await lockAsRead(sql, payable))) {
        await setDue(sql, payable, context.now())
        return false
      }
      if (!(await holdPayout(sql, payout))) return false
      await setDue(sql, payable, null)
      return true
    })
  } catch (error) {
    if (error instanceof InsufficientBalance) return false
    throw error
  }
}
