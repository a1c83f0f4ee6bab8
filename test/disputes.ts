import assert from 'node:assert/strict'
import type { Context, Scope } from '../src/core/context.ts'
import { balancesOf, listEntries } from '../src/core/ledger/ledger.ts'
import { type Dispute, listDisputesOf } from '../src/payments/disputes/disputes.sql.ts'
import { type Opening, openDispute } from '../src/payments/disputes/open.ts'
import { kobo } from '../src/platform/money.ts'
import type { Paid } from './refunds.ts'

// Disputes in tests.

let cases = 0

/** Opens a dispute that must be new. */
export async function disputed(
  context: Context,
  { businessId, mode }: Scope,
  { id }: Pick<Paid, 'id'>,
  more: Partial<Opening> = {},
): Promise<Dispute> {
  const opening = givenOpening(more)
  const { dispute, isNew } = await openDispute(context, { businessId, mode, id }, opening)
  assert(isNew, 'it is new')
  return dispute
}

export function givenOpening(more: Partial<Opening> = {}): Opening {
  cases += 1
  return {
    caseNumber: `case-${cases}`,
    source: 'operator',
    category: 'chargeback',
    reason: 'Goods were not delivered',
    amount: null,
    fee: kobo(0),
    dueAt: null,
    ...more,
  }
}

/** `available 1`, of each account that is not empty. */
export async function balances(context: Context, scope: Scope): Promise<string[]> {
  const all = Object.entries(await balancesOf(context, scope))
  const names = ['available', 'pending', 'disputed', 'debt', 'bank_clearing', 'card_clearing']
  return all
    .filter(([name, { posted }]) => names.includes(name) && posted !== 0n)
    .map(([name, { posted }]) => `${name} ${posted}`)
}

/** `hold disputed bank_clearing 100`, in the order written. */
export async function entriesOfDispute(context: Context, dispute: Dispute): Promise<string[]> {
  const { businessId, mode, disputeId } = dispute
  const rows = await listEntries(context.sql, businessId, mode, disputeId)
  return rows.map(({ kind, debit, credit, amount }) => `${kind} ${debit} ${credit} ${amount}`)
}

export function disputesOf({ sql }: Context, { businessId, mode }: Scope, { id }: Paid) {
  return listDisputesOf(sql, { businessId, mode, id })
}
