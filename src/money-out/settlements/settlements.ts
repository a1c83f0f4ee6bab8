import type { Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import type { AccountName } from '../../core/ledger/chart.ts'
import { InsufficientBalance, partyAccount, post } from '../../core/ledger/ledger.ts'
import type { SubaccountId } from '../../payments/splits/subaccounts.ts'
import { later } from '../../platform/clock.ts'
import { newId, parsePublicId, publicId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { type Announced, dueBefore } from '../../platform/working-days.ts'
import {
  countUnsettledDue,
  findSettlement,
  insertSettlement,
  listAnnounced,
  listWaiting,
  listWaitingOf,
  type Settlement,
  takeItems,
  type Waiting,
} from './settlements.sql.ts'

export {
  deleteAnnounced,
  listAnnounced,
  listItems,
  listItemsOf,
  listSettlements,
  upsertAnnounced,
} from './settlements.sql.ts'

// Settlement moves paid money from pending to available, on the first working day in Lagos after
// the day of the payment. (With instant settlement, payments are available at once.) Each payment
// inserts items; a settlement takes the due items of the business or of one subaccount and moves
// their sum.
//
//   (none) ──> unsettled ──> settled     [transaction_settle, deposit_collect; settleDue]
//
// Invariants:
// (1) An item is settled once: its row names the settlement, and one entry moves the sum.
// (2) The unsettled items of a pending account sum to its balance without holds. A refund from it
//     is a negative item, taken by the next settlement.
// (3) Due dates are computed on each run, so an announced holiday takes effect at once.

const ACCOUNTS_MAX = 100
const OWN = 'pending'

/** A job. Returns how many accounts it settled. Throws the first failure after all have run. */
export async function settleDue(context: Context): Promise<number> {
  const announced = await announcedDays(context)
  const paidBefore = dueBefore(context.now(), announced)
  const failures: unknown[] = []
  let settled = 0
  let above: Waiting | null = null
  while (true) {
    const waiting: Waiting[] = await listWaiting(context.sql, paidBefore, above, ACCOUNTS_MAX)
    for (const { account, ...scope } of waiting) {
      try {
        if (await settleAccount(context, scope, account, paidBefore)) settled += 1
      } catch (error) {
        failures.push(error)
      }
    }
    if (waiting.length < ACCOUNTS_MAX) break
    above = waiting.at(-1)!
  }
  if (failures.length > 0) throw failures[0]
  return settled
}

/** Settles every item of this business, due or not: for the sandbox. */
export async function settleNow(context: Context, scope: Scope): Promise<Settlement[]> {
  const now = later(context.now(), 1)
  const settlements: Settlement[] = []
  for (const { account } of await listWaitingOf(context.sql, scope)) {
    const settlement = await settleAccount(context, scope, account, now)
    if (settlement) settlements.push(settlement)
  }
  return settlements
}

export async function announcedDays({ sql }: Pick<Context, 'sql'>): Promise<Announced> {
  const days = await listAnnounced(sql)
  return new Map(days.map(({ day, isHoliday }) => [day, isHoliday]))
}

export async function settlementNamed(
  context: Context,
  scope: Scope,
  id: string,
): Promise<Settlement> {
  const settlementId = parsePublicId('settlement', id) ?? refuse('settlement_not_found')
  const found = await findSettlement(context.sql, scope, settlementId)
  return found ?? refuse('settlement_not_found')
}

export function toWireSettlement(settlement: Settlement) {
  const { mode, settlementId, subaccountId, amount, items, paidBefore, settledAt } = settlement
  return {
    id: publicId('settlement', settlementId),
    domain: mode,
    status: 'settled' as const,
    subaccount_id: subaccountId && publicId('subaccount', subaccountId),
    amount: Number(amount),
    currency: 'NGN' as const,
    items,
    paid_before: paidBefore.toISOString(),
    settled_at: settledAt.toISOString(),
  }
}

/** Null if nothing is due, or if refunds are as much as what is due: the items then wait. */
async function settleAccount(
  context: Context,
  { businessId, mode }: Scope,
  account: string,
  paidBefore: Date,
): Promise<Settlement | null> {
  const now = context.now()
  const subaccountId = account === OWN ? null : (account.slice(OWN.length + 1) as SubaccountId)
  const settlementId = newId<'settlement'>(now)
  const nothing = new Error('nothing is settled')
  try {
    const settled = await context.sql.begin(async (sql) => {
      // A day can have more payments than the time limit of a request allows for.
      await sql.liftTimeLimit()
      const named = { businessId, mode, account }
      const { amount, items } = await takeItems(sql, named, settlementId, paidBefore)
      if (amount <= 0n) throw nothing
      const at = { paidBefore, settledAt: now }
      const settlement = { businessId, mode, settlementId, subaccountId, amount, items, ...at }
      await insertSettlement(sql, settlement)
      await post(sql, now, [
        {
          businessId,
          mode,
          causeId: settlementId,
          reason: 'settlement',
          debit: account as AccountName,
          credit: subaccountId === null ? 'available' : partyAccount('available', subaccountId),
          amount,
          occurredAt: now,
        },
      ])
      const data = JSON.stringify(toWireSettlement(settlement))
      await emit(sql, [newEvent(settlement, 'settlement.settled', data, now)])
      return settlement
    })
    context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
    return settled
  } catch (error) {
    // A refund may have debited the account since the items were read. The next run sees its item.
    if (error === nothing || error instanceof InsufficientBalance) return null
    throw error
  }
}

/** Due and unsettled items. Counts at most `max`. */
export async function backlogOf(context: Context, max: number): Promise<number> {
  const paidBefore = dueBefore(context.now(), await announcedDays(context))
  return countUnsettledDue(context.sql, paidBefore, max)
}
