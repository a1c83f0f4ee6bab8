import { bankName } from '../banks/banks.ts'
import { settingsOf } from '../businesses/businesses.ts'
import type { Context, Scope } from '../context.ts'
import { post } from '../ledger/ledger.ts'
import type { Sql } from '../lib/db.ts'
import { type Id, newId, publicId } from '../lib/ids.ts'
import { formatNaira } from '../lib/money.ts'
import { ChangedMeanwhile, fromFreshReading } from '../lib/optimistic.ts'
import { refuse } from '../lib/refusal.ts'
import type { BankCredit, Mode } from '../rails/rails.ts'
import { settle } from '../transactions/settle.ts'
import {
  changeFrom,
  findTransaction,
  isOpen,
  type Transaction,
  type TransactionId,
  topicOf,
} from '../transactions/transactions.ts'
import { findByNumber, type IssuedAccount } from '../virtual-accounts/virtual-accounts.ts'
import { emit, eventBody } from '../webhooks/webhooks.ts'
import { claimSession, findDeposit, insertDeposit } from './deposits.sql.ts'

// Bank credits in. The rail and its session id name one credit, credited once however often it is
// notified. To a one-off account:
//
//   (none) ──> matched                                  [receive: the right amount, in time, once]
//   (none) ──> unmatched ──> returning ──┬──> returned  [receive; returnDue in return.ts]
//                                        └──> return_refused
//
// Invariants:
// (1) A credit, what it pays or the unmatched account, and the events are one database transaction.
// (2) Money is never lost and never silently kept: what does not match is booked as unmatched, is
//     listed, and goes back to its sender.
// (3) The same session id with other data changes nothing and is refused.

export type DepositId = Id<'deposit'>
export type UnmatchedReason =
  | 'amount_too_low'
  | 'amount_too_high'
  | 'late'
  | 'already_paid'
  | 'closed'
export type DepositState = 'matched' | 'unmatched' | 'returning' | 'returned' | 'return_refused'
export type Deposit = Scope &
  BankCredit & {
    depositId: DepositId
    rail: string
    transactionId: TransactionId
    state: DepositState
    reason: UnmatchedReason | null
    returnSessionId: string | null
    createdAt: Date
  }

/**
 * Books a credit that the bank rail has notified. Notified again, it answers with the deposit that
 * is there. Refuses a number that was never issued, and a session id with other data.
 */
export async function receive(context: Context, mode: Mode, credit: BankCredit): Promise<Deposit> {
  const rail = (context.rails[mode] ?? refuse('not_enabled')).bank.name
  const account =
    (await findByNumber(context.sql, mode, credit.accountNumber)) ?? refuse('account_not_found')

  const deposit = await fromFreshReading(() => book(context, rail, account, credit))
  context.hub.publish(topicOf(account.transactionId))
  context.hub.publish('events')
  return deposit
}

/** From a fresh reading of the transaction; nothing is kept when it has changed since. */
async function book(
  context: Context,
  rail: string,
  account: IssuedAccount,
  credit: BankCredit,
): Promise<Deposit> {
  const { businessId, mode, transactionId } = account
  const transaction = await findTransaction(context.sql, { businessId, mode, id: transactionId })
  if (transaction === null) return refuse('account_not_found')
  const { acceptOverpayment } = await settingsOf(context, account)
  const reason = mismatchOf(transaction, account, credit, acceptOverpayment, context.now())
  const now = context.now()
  const deposit: Deposit = {
    ...credit,
    businessId,
    mode,
    depositId: newId(now),
    rail,
    transactionId,
    state: reason === null ? 'matched' : 'unmatched',
    reason,
    returnSessionId: null,
    createdAt: now,
  }
  return context.sql.begin(async (sql) => {
    if (!(await claimSession(sql, deposit))) return sameAsBefore(sql, deposit)
    await insertDeposit(sql, deposit)
    const done =
      reason === null
        ? await settle(context, sql, transaction, paymentOf(account, credit))
        : await keepUnmatched(sql, now, transaction, deposit)
    if (!done) throw new ChangedMeanwhile()
    return deposit
  })
}

function mismatchOf(
  transaction: Transaction,
  account: IssuedAccount,
  { amount, occurredAt }: BankCredit,
  acceptOverpayment: boolean,
  now: Date,
): UnmatchedReason | null {
  if (transaction.status === 'success' || transaction.status === 'reversed') return 'already_paid'
  if (transaction.status === 'failed') return 'closed'
  if (!isOpen(transaction, now) || occurredAt > account.expiresAt) return 'late'
  if (amount < account.amount) return 'amount_too_low'
  if (amount > account.amount && !acceptOverpayment) return 'amount_too_high'
  return null
}

function paymentOf(account: IssuedAccount, credit: BankCredit) {
  return {
    channel: 'bank_transfer' as const,
    amount: credit.amount,
    authorizationDetails: JSON.stringify({
      sender_name: credit.senderName,
      sender_bank: bankName(credit.senderBankCode) ?? '',
      sender_bank_code: credit.senderBankCode,
      sender_account_number: maskAccountNumber(credit.senderAccountNumber),
      receiver_account_number: account.accountNumber,
      receiver_bank: account.bank.name,
      narration: credit.narration,
      session_id: credit.sessionId,
    }),
    gatewayResponse: 'Approved or completed successfully',
    note: 'Successfully paid by bank transfer',
    paidAt: credit.occurredAt,
    clearing: 'bank_clearing' as const,
  }
}

/** Booked as nobody's yet; told to whoever subscribed, and to a customer who still waits. */
async function keepUnmatched(
  sql: Sql,
  now: Date,
  transaction: Transaction,
  deposit: Deposit,
): Promise<boolean> {
  // The payment before the accounts, in the order in which a settlement takes them.
  if (isOpen(transaction, now)) {
    const message = messageFor(transaction, deposit)
    const note = { type: 'error', message } as const
    if ((await changeFrom(sql, now, transaction, { message, note })) === null) return false
  }
  const { businessId, mode, depositId, amount, occurredAt } = deposit
  await post(sql, now, [
    {
      businessId,
      mode,
      causeId: depositId,
      reason: 'unmatched_payment',
      debit: 'bank_clearing',
      credit: 'unmatched',
      amount,
      occurredAt,
    },
  ])
  const body = JSON.stringify({ ...shown(deposit), reference: transaction.reference })
  await emit(sql, [
    {
      businessId,
      mode,
      id: newId(now),
      type: 'bank_transfer.rejected',
      route: 'standard',
      payload: eventBody('bank_transfer.rejected', body, now),
      at: now,
    },
  ])
  return true
}

/** For a customer who still looks at the page. */
function messageFor(transaction: Transaction, { amount, reason }: Deposit): string {
  const arrived = `A transfer of ${formatNaira(amount)} arrived`
  return reason === 'late'
    ? `${arrived}, but it came too late for its account. It is being sent back.`
    : `${arrived}, but this payment takes exactly ${formatNaira(transaction.amount)}. ` +
        'It is being sent back.'
}

async function sameAsBefore(sql: Sql, again: Deposit): Promise<Deposit> {
  const first = await findDeposit(sql, again)
  const same =
    first !== null &&
    first.accountNumber === again.accountNumber &&
    first.amount === again.amount &&
    first.senderAccountNumber === again.senderAccountNumber &&
    first.senderBankCode === again.senderBankCode &&
    first.senderName === again.senderName &&
    first.narration === again.narration
  return same ? first : refuse('session_conflict')
}

/** As the wire shows a deposit. */
export function shown(deposit: Deposit) {
  return {
    id: publicId('dep', deposit.depositId),
    domain: deposit.mode,
    status: deposit.state,
    reason: deposit.reason,
    amount: Number(deposit.amount),
    currency: 'NGN' as const,
    account_number: deposit.accountNumber,
    sender_name: deposit.senderName,
    sender_bank_code: deposit.senderBankCode,
    sender_account_number: maskAccountNumber(deposit.senderAccountNumber),
    narration: deposit.narration,
    session_id: deposit.sessionId,
    return_session_id: deposit.returnSessionId,
    transaction_id: deposit.transactionId as string,
    received_at: deposit.occurredAt.toISOString(),
  }
}

/** `******1234`. */
export function maskAccountNumber(accountNumber: string): string {
  return `******${accountNumber.slice(-4)}`
}
