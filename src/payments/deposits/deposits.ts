import { bankName } from '../../accounts/banks/banks.ts'
import type { Context } from '../../core/context.ts'
import { newId, publicId } from '../../platform/ids.ts'
import type { BankCredit } from '../../providers/outcomes.ts'
import type { TransactionId } from '../transactions/transactions.rows.ts'
import type { Issued } from '../virtual-accounts/virtual-accounts.rows.ts'
import type { Deposit } from './deposits.sql.ts'

export { findPayingDeposit, listDepositsOf, tallyDeposits } from './deposits.sql.ts'

// Bank credits. Rail and session id name one credit, which is booked once however often it is
// notified. The rail's signed notifications and the sandbox's transfers both end in `receive`
// (receive.ts). What follows depends on the account:
//
//   one-off      (none) ──> matched                    [match: the right amount, in time, once]
//                (none) ──> unmatched ──> returning ──┬──> returned   [match; return.ts]
//                                                     └──> return_refused
//   dedicated    (none) ──> matched                    [collect: with a transaction of its own]
//   wallet       (none) ──> matched                    [topUp]
//   nobody's     (none) ──> waiting ──> assigned       [suspend; assign in suspend.ts]
//
// Invariants:
// (1) A credit, what it pays or the account in which it waits, and the events are one database
//     transaction.
// (2) Money is never lost and never silently kept: what does not match is booked apart and listed,
//     and goes back to its sender or to whom an operator assigns it, once.
// (3) The same session id with other data changes nothing: it is quarantined, and logged as an
//     error.

/** A deposit that matches what this account expects. */
export function matchedDeposit(
  rail: string,
  { businessId, mode, kind }: Issued,
  credit: BankCredit,
  transactionId: TransactionId | null,
  now: Date,
): Deposit {
  return {
    ...credit,
    businessId,
    mode,
    depositId: newId(now),
    rail,
    accountKind: kind,
    transactionId,
    state: 'matched',
    reason: null,
    returnSessionId: null,
    createdAt: now,
  }
}

/** Counts a booked deposit, unless it topped up a wallet or goes back. */
export function countPayment(
  { meter }: Context,
  { mode, rail, state, accountKind }: Deposit,
): void {
  if (state !== 'matched' || accountKind === 'wallet') return
  const isDedicated = accountKind === 'dedicated'
  const channel = isDedicated ? 'dedicated_virtual_account' : 'bank_transfer'
  meter?.payment('success', { mode, channel, rail })
}

/** JSON of the transfer, for the record of the payment that it paid. */
export function authorizationOf(account: Issued, credit: BankCredit): string {
  return JSON.stringify({
    sender_name: credit.senderName,
    sender_bank: bankName(credit.senderBankCode) ?? '',
    sender_bank_code: credit.senderBankCode,
    sender_account_number: maskAccountNumber(credit.senderAccountNumber),
    receiver_account_number: account.accountNumber,
    receiver_bank: account.bank.name,
    narration: credit.narration,
    session_id: credit.sessionId,
  })
}

/** The deposit as the API shows it. */
export function toWireDeposit(deposit: Deposit) {
  return {
    id: publicId('dep', deposit.depositId),
    domain: deposit.mode,
    status: deposit.state,
    reason: deposit.reason,
    amount: Number(deposit.amount),
    currency: 'NGN' as const,
    account_number: deposit.accountNumber,
    account_kind: deposit.accountKind,
    sender_name: deposit.senderName,
    sender_bank_code: deposit.senderBankCode,
    sender_account_number: maskAccountNumber(deposit.senderAccountNumber),
    narration: deposit.narration,
    session_id: deposit.sessionId,
    return_session_id: deposit.returnSessionId,
    transaction_id: deposit.transactionId as string | null,
    received_at: deposit.occurredAt.toISOString(),
  }
}

/** `******1234`. */
export function maskAccountNumber(accountNumber: string): string {
  return `******${accountNumber.slice(-4)}`
}
