import { bankName } from '../../accounts/banks/banks.ts'
import type { Context } from '../../core/context.ts'
import type { EventType } from '../../core/events/types.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { newEvent } from '../../core/events/webhooks.ts'
import { newId, publicId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import type { BankCredit } from '../../providers/outcomes.ts'
import type { TransactionId } from '../transactions/transactions.rows.ts'
import type { Issued } from '../virtual-accounts/virtual-accounts.rows.ts'
import type { Deposit } from './deposits.sql.ts'

export {
  eraseSenders,
  findDeposit,
  findPayingDeposit,
  listDepositsOf,
  tallyDeposits,
} from './deposits.sql.ts'

// Incoming bank credits. Rail and session id identify a credit, which is booked once, however often
// it is notified. Notifications of rails and transfers of the sandbox both end in `receive`
// (receive.ts). The account decides what follows:
//
//   one-off      (none) ──> matched                    [match: the right amount, in time, once]
//                (none) ──> unmatched ──> returning ──┬──> returned   [match; return.ts]
//                                                     └──> return_refused
//   dedicated    (none) ──> matched                    [collect: with a transaction of its own]
//   wallet       (none) ──> matched                    [topUp]
//   unknown      (none) ──> waiting ──> assigned       [suspend; assign in suspend.ts]
//
// Invariants:
// (1) One database transaction writes a credit, the payment or entry that it causes, and the
//     events.
// (2) No money is lost or silently kept: an unmatched credit is booked as such, listed, and
//     returned to its sender. A suspended one is assigned by an operator, once.
// (3) The same session id with other data changes nothing: it is quarantined and logged.

/** A deposit that pays a transaction or tops up a wallet. */
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
    surcharge: kobo(0),
    returnSessionId: null,
    createdAt: now,
  }
}

/** For the metrics: matched deposits, except those to wallets, are payments. */
export function countPayment(
  { meter }: Context,
  { mode, rail, state, accountKind }: Deposit,
): void {
  if (state !== 'matched' || accountKind === 'wallet') return
  const isDedicated = accountKind === 'dedicated'
  const channel = isDedicated ? 'dedicated_virtual_account' : 'bank_transfer'
  meter?.payment('success', { mode, channel, rail })
}

/** What a payment stores of the transfer that paid it, as JSON. */
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

/** As the API and the events show it. */
export function toWireDeposit(deposit: Deposit) {
  const updatedAt = deposit.updatedAt ?? deposit.returnAskedAt ?? deposit.createdAt
  return {
    id: publicId('deposit', deposit.depositId),
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
    transaction_id: deposit.transactionId && publicId('transaction', deposit.transactionId),
    received_at: deposit.occurredAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}

export function depositEvent(type: EventType, deposit: Deposit, now: Date): NewEvent {
  return newEvent(deposit, type, JSON.stringify(toWireDeposit(deposit)), now)
}

export function maskAccountNumber(accountNumber: string): string {
  return `******${accountNumber.slice(-4)}`
}
