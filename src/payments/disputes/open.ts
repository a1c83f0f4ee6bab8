import assert from 'node:assert/strict'
import type { Context } from '../../core/context.ts'
import { emit } from '../../core/events/webhooks.ts'
import type { AccountName } from '../../core/ledger/chart.ts'
import type { EntryReason } from '../../core/ledger/ledger.sql.ts'
import {
  lockBalances,
  openAccount,
  partyAccount,
  post,
  setIndebted,
} from '../../core/ledger/ledger.ts'
import { HOUR, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId, parsePublicId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { refuse } from '../../platform/refusal.ts'
import type { DisputeCategory } from '../../providers/outcomes.ts'
import { findPayingAttempt } from '../checkout/checkout.ts'
import { findPayingDeposit } from '../deposits/deposits.ts'
import type { Frozen } from '../splits/frozen.ts'
import { lockTransaction } from '../transactions/reverse.ts'
import type { Transaction, TransactionKey } from '../transactions/transactions.rows.ts'
import { deadlineOf } from './deadlines.ts'
import {
  announcedIn,
  type Dispute,
  type DisputeId,
  findCase,
  insertDispute,
  reduceWaiting,
  sumDisputed,
} from './disputes.sql.ts'
import { disputeEvent, publish } from './disputes.ts'

// Opens a dispute. Amount and fee leave what the business has: first of what waits for its
// settlement, then of what is available. What is missing is a debt. A subaccount gives back its
// part of the share that it was paid; what it no longer has, the business bears.

/** A business is reminded a day before its answer is due, or at half the time if that is later. */
const REMIND_MS = 24 * HOUR

export type Opening = {
  caseNumber: string
  source: Dispute['source']
  category: DisputeCategory
  reason: string
  /** Null: all that was neither refunded nor disputed. */
  amount: Kobo | null
  fee: Kobo
  /** Null: as the rules of the provider are. */
  dueAt: Date | null
}

/** Opens it, or answers the one with this case number. Refuses that of another payment. */
export async function openDispute(
  context: Context,
  payment: TransactionKey,
  opening: Opening,
): Promise<{ dispute: Dispute; isNew: boolean }> {
  const { sql } = context
  const { clearing, rail } = await payerOf(sql, payment)
  const now = context.now()
  const of = { rail, category: opening.category }
  const dueAt = opening.dueAt ?? deadlineOf(of, now, await announcedIn(sql))
  const opened = await sql.begin(async (begun) => {
    for (const name of ['disputed', 'debt'] as const) await openAccount(begun, now, payment, name)
    const paid = await lockTransaction(begun, payment)
    const twin = await findCase(begun, payment, { rail, ...opening })
    if (twin) return { dispute: sameCase(twin, payment), isNew: false }
    if (paid.status !== 'success' && paid.status !== 'reversed') return refuse('not_disputable')
    const left = paid.amount - (await sumDisputed(begun, payment))
    const unspent = left - paid.refunded
    const amount = opening.amount ?? kobo(unspent > 0n ? unspent : 0n)
    if (amount < 1n || amount > left) return refuse('dispute_too_large')
    const dispute = given(payment, paid, { ...opening, amount, dueAt, rail, clearing }, now)
    // Another payment may have taken the case number until here.
    if (!(await insertDispute(begun, dispute))) return null
    await take(begun, paid, dispute, now)
    await emit(begun, [disputeEvent('created', dispute, now)])
    return { dispute, isNew: true }
  })
  if (opened === null) return refuse('duplicate_case')
  if (opened.isNew) publish(context, opened.dispute)
  return opened
}

function sameCase(twin: Dispute, payment: TransactionKey): Dispute {
  const isSame = twin.businessId === payment.businessId && twin.transactionId === payment.id
  return isSame ? twin : refuse('duplicate_case')
}

/** How it was paid, and by which provider. Refuses what is not paid. */
async function payerOf(sql: Sql, payment: TransactionKey) {
  const attempt = await findPayingAttempt(sql, payment)
  if (attempt) return { clearing: 'card_clearing', rail: attempt.rail } as const
  const deposit = (await findPayingDeposit(sql, payment)) ?? refuse('not_disputable')
  return { clearing: 'bank_clearing', rail: deposit.rail } as const
}

function given(
  { businessId, mode }: TransactionKey,
  paid: Transaction,
  opening: Opening & { amount: Kobo; dueAt: Date } & Pick<Dispute, 'rail' | 'clearing'>,
  now: Date,
): Dispute {
  const leftMs = Math.max(opening.dueAt.getTime() - now.getTime(), 0)
  return {
    ...opening,
    businessId,
    mode,
    disputeId: newId(now) as DisputeId,
    transactionId: paid.id,
    transactionReference: paid.reference,
    status: 'needs_response',
    remindAt: later(opening.dueAt, -Math.min(REMIND_MS, Math.floor(leftMs / 2))),
    remindedAt: null,
    evidence: null,
    answeredAt: null,
    closedBy: null,
    closedAt: null,
    call: null,
    callState: null,
    sessionId: null,
    nextCallAt: null,
    callAskedAt: null,
    callAcceptedAt: null,
    callHandle: null,
    createdAt: now,
    updatedAt: now,
    nextMailAt: now,
  }
}

type Part = { account: AccountName; reason: EntryReason; amount: Kobo }

async function take(sql: Sql, paid: Transaction, dispute: Dispute, now: Date): Promise<void> {
  const { businessId, mode, disputeId: causeId } = dispute
  const owed = owedBy(paid, dispute.amount)
  const own: AccountName[] = ['available', 'debt', 'disputed', 'pending']
  const theirs = owed.flatMap(({ id }) => [
    partyAccount('available', id),
    partyAccount('pending', id),
  ])
  const rows = await lockBalances(sql, dispute, [...own, ...theirs])
  const balances = new Map(rows.map(({ name, available }) => [name, available]))
  const parts: Part[] = []
  /** Answers what is missing. */
  const from = (account: AccountName, reason: EntryReason, wanted: bigint): bigint => {
    const there = balances.get(account) ?? 0n
    const amount = there < wanted ? there : wanted
    if (amount > 0n) parts.push({ account, reason, amount: kobo(amount) })
    return amount > 0n ? wanted - amount : wanted
  }
  let left: bigint = dispute.amount + dispute.fee
  for (const [i, { id, amount }] of owed.entries()) {
    const place = i + 1
    const rest = from(partyAccount('pending', id), `dispute_pending/${place}`, amount)
    left -= amount - from(partyAccount('available', id), `dispute/${place}`, rest)
  }
  left = from('pending', 'dispute_pending', left)
  left = from('available', 'dispute', left)
  if (left > 0n) {
    parts.push({ account: 'debt', reason: 'dispute_debt', amount: kobo(left) })
    await setIndebted(sql, dispute)
  }
  await reduceWaiting(sql, dispute, parts.filter(isPending), now)
  const entries = parts.map(({ account: debit, reason, amount }) => {
    const moved = { debit, credit: 'disputed', amount, occurredAt: now } as const
    return { businessId, mode, causeId, reason, ...moved }
  })
  await post(sql, now, entries)
}

function isPending({ account }: Part): boolean {
  return account === 'pending' || account.startsWith('pending/')
}

/**
 * What each subaccount gives back: of its share, as much as is disputed of the payment, rounded
 * down, so that several disputes never take more than the share. The business bears the rest.
 */
function owedBy({ split, amount: paid }: Transaction, amount: Kobo) {
  if (split === null) return []
  const { shares } = JSON.parse(split) as Frozen
  return (shares?.subaccounts ?? []).map(({ subaccount, amount: share }) => {
    const id = parsePublicId('subaccount', subaccount)
    assert(id, 'a stored split names subaccounts')
    return { id, amount: (BigInt(share) * amount) / paid }
  })
}
