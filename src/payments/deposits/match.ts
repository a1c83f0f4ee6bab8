import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { emit, newEvent } from '../../core/events/webhooks.ts'
import { post } from '../../core/ledger/ledger.ts'
import { batchedFor, firstOfEach } from '../../platform/batch.ts'
import type { Sql } from '../../platform/db.ts'
import { kobo } from '../../platform/money.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import type { BankCredit } from '../../providers/outcomes.ts'
import { happening } from '../transactions/history.ts'
import { settlementOf } from '../transactions/settle.ts'
import type { Happening, Transaction } from '../transactions/transactions.rows.ts'
import { changeFrom, findByKey, isOpen, topicOf } from '../transactions/transactions.ts'
import { exactFor } from '../virtual-accounts/one-off.ts'
import type { Issued, OneOffAccount } from '../virtual-accounts/virtual-accounts.rows.ts'
import { type Deposit, insertDeposit, type UnmatchedReason } from './deposits.sql.ts'
import { authorizationOf, matchedDeposit, toWireDeposit } from './deposits.ts'
import { insertMatches, type Match } from './match.sql.ts'

// A credit to a one-off account pays its transaction, or is booked as unmatched and returned.
// Payments are computed first, batched, and written by one database function in one round trip.

/** A second batch may be sent while one is at the database. */
const IN_FLIGHT_MAX = 2

/** Null if the session id is known. */
export async function match(
  context: Context,
  rail: string,
  account: Issued<OneOffAccount>,
  credit: BankCredit,
): Promise<Deposit | null> {
  const deposit = await fromFreshReading(() => book(context, rail, account, credit))
  if (deposit) context.pubSub.publish(topicOf(account.transactionId))
  return deposit
}

/** From a fresh read of the transaction. Throws if it has changed since. */
async function book(
  context: Context,
  rail: string,
  account: Issued<OneOffAccount>,
  credit: BankCredit,
): Promise<Deposit | null> {
  const { businessId, mode, transactionId } = account
  const transaction = await findByKey(context, { businessId, mode, id: transactionId })
  if (transaction === null) return refuse('account_not_found')
  const { acceptOverpayment } = await settingsOf(context, account)
  const now = context.now()
  const reason = mismatchOf(transaction, account, credit, acceptOverpayment, now)
  if (reason !== null) {
    const deposit = matchedDeposit(rail, account, credit, transactionId, now)
    const unmatched = { ...deposit, state: 'unmatched', reason } as const
    return bookUnmatched(context, transaction, account, unmatched)
  }
  // What the provider added for itself is not the payment's.
  const surcharge = kobo(exactFor(account) - account.amount)
  const paid = { ...credit, amount: kobo(credit.amount - surcharge) }
  const matched = matchedDeposit(rail, account, paid, transactionId, now)
  const deposit = { ...matched, surcharge }
  const settlement = await settlementOf(context, transaction, paymentOf(account, paid))
  const outcome = await pay(context, { deposit, settlement })
  if (outcome === 'changed') throw new ChangedMeanwhile()
  return outcome === 'paid' ? deposit : null
}

type Outcome = 'paid' | 'known' | 'changed'

const pay = batchedFor(
  (context: Context, matches: Match[]) =>
    firstOfEach(
      matches,
      ({ deposit }) => String(deposit.transactionId),
      'changed' as Outcome,
      (each) => payMany(context.hot, context.now(), each),
    ),
  { inFlightMax: IN_FLIGHT_MAX },
)

async function payMany(sql: Sql, now: Date, matches: Match[]): Promise<Outcome[]> {
  const outcome = await insertMatches(sql, now, matches)
  const [paid, known] = [new Set(outcome.paid), new Set(outcome.known)]
  return matches.map(({ deposit: { depositId } }) => {
    if (paid.has(depositId)) return 'paid'
    return known.has(depositId) ? 'known' : 'changed'
  })
}

function bookUnmatched(
  context: Context,
  transaction: Transaction,
  account: OneOffAccount,
  deposit: Deposit,
): Promise<Deposit | null> {
  const now = context.now()
  return context.sql.begin(async (sql) => {
    if (!(await insertDeposit(sql, deposit))) return null
    if (!(await keepUnmatched(sql, now, transaction, account, deposit)))
      throw new ChangedMeanwhile()
    return deposit
  })
}

function mismatchOf(
  transaction: Transaction,
  account: OneOffAccount,
  { amount, occurredAt }: BankCredit,
  acceptOverpayment: boolean,
  now: Date,
): UnmatchedReason | null {
  if (transaction.status === 'success' || transaction.status === 'reversed') return 'already_paid'
  if (transaction.status === 'failed') return 'closed'
  if (!isOpen(transaction, now) || occurredAt > account.expiresAt) return 'late'
  const exact = exactFor(account)
  if (amount < exact) return 'amount_too_low'
  if (amount > exact && !acceptOverpayment) return 'amount_too_high'
  return null
}

function paymentOf(account: Issued<OneOffAccount>, credit: BankCredit) {
  return {
    channel: 'bank_transfer' as const,
    amount: credit.amount,
    authorizationDetails: authorizationOf(account, credit),
    gatewayResponse: 'Approved or completed successfully',
    paidAt: credit.occurredAt,
    clearing: 'bank_clearing' as const,
  }
}

/**
 * Books it as unmatched, sends the event, and sets the message for a customer on the page. False if
 * the transaction has changed.
 */
async function keepUnmatched(
  sql: Sql,
  now: Date,
  transaction: Transaction,
  account: OneOffAccount,
  deposit: Deposit,
): Promise<boolean> {
  // Locks the payment before the accounts, in the order of a settlement.
  if (isOpen(transaction, now)) {
    const message = messageFor(account, deposit)
    if ((await changeFrom(sql, now, transaction, { message, happened: message })) === null)
      return false
  }
  const { businessId, mode, depositId: causeId, amount, occurredAt } = deposit
  const cause = { businessId, mode, causeId, reason: 'unmatched_payment' } as const
  const moved = { debit: 'bank_clearing', credit: 'unmatched', amount, occurredAt } as const
  await post(sql, now, [{ ...cause, ...moved }])
  const body = JSON.stringify({ ...toWireDeposit(deposit), reference: transaction.reference })
  await emit(sql, [
    newEvent({ ...deposit, transactionId: transaction.id }, 'bank_transfer.rejected', body, now),
  ])
  return true
}

function messageFor(account: OneOffAccount, { amount, reason }: Deposit): Happening {
  return reason === 'late'
    ? happening('transfer_late', amount)
    : happening('transfer_wrong', amount, exactFor(account))
}
