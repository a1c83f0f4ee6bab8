import type { ItemOfPayment } from '../../money-out/settlements/settlements.sql.ts'
import type { AttemptState, CardAttempt } from '../../payments/checkout/checkout.ts'
import type { Deposit } from '../../payments/deposits/deposits.sql.ts'
import { maskAccountNumber } from '../../payments/deposits/deposits.ts'
import type { Dispute } from '../../payments/disputes/disputes.ts'
import type { ReceiptState } from '../../payments/receipts/receipts.sql.ts'
import type { Refund } from '../../payments/refunds/refunds.sql.ts'
import {
  abandonedAt,
  type HappeningCode,
  linesOf,
  sentenceOf,
} from '../../payments/transactions/history.ts'
import type { Transaction } from '../../payments/transactions/transactions.rows.ts'
import type {
  Issued,
  OneOffAccount,
} from '../../payments/virtual-accounts/virtual-accounts.rows.ts'
import { later, SECOND } from '../../platform/clock.ts'
import { formatNaira } from '../../platform/money.ts'
import { failureSentence } from '../../providers/failures.ts'
import type { Method } from '../../providers/rails.ts'

import type { Known } from './timeline.ts'
import { accountInWords } from './words.ts'

// The steps of a payment, in sentences for people who do not know how it works.

type StepKind =
  | 'started'
  | 'note'
  | 'card'
  | 'account'
  | 'transfer'
  | 'transfer_returned'
  | 'succeeded'
  | 'failed'
  | 'abandoned'
  | 'receipt'
  | 'settlement'
  | 'refund'
  | 'dispute'
  | 'reversed'
export type Step = { at: Date; kind: StepKind; title: string; detail: string | null }

/** Steps of the history that other records show in more detail. */
const TOLD_ELSEWHERE: readonly HappeningCode[] = [
  'card_tried',
  'card_declined',
  'account_requested',
  'paid',
  'paid_unsplit',
  'transfer_late',
  'transfer_wrong',
  'refunded',
]

/** Oldest first. Steps of one moment keep the order of this list: causes before effects. */
export function stepsOf(known: Known): Step[] {
  const { transaction, attempts, accounts, deposits, refunds, disputes, receipt, items } = known
  const steps = [
    started(transaction),
    ...notes(transaction),
    ...accounts.map(issued),
    ...attempts.map(byCharge),
    ...deposits.flatMap(transferred),
    ...ended(transaction, attempts),
    ...(receipt === null ? [] : [mailed(receipt)]),
    ...items.flatMap(settled),
    ...refunds.flatMap(refunded),
    ...disputes.flatMap(disputed),
    ...reversed(transaction, refunds),
  ]
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime())
}

const MADE_WITH: Record<Transaction['madeWith'], string> = {
  secret: 'by your server',
  public: 'from a page, with your public key',
  rail: "by a transfer to the customer's own account number",
}

/** A payment that a deposit made starts with the deposit, however late the bank reported it. */
function started({
  createdAt,
  paidAt,
  requestedAmount,
  email,
  madeWith,
  paymentLinkId,
}: Transaction): Step {
  const how = paymentLinkId === null ? MADE_WITH[madeWith] : 'by a payment link'
  const detail = `${formatNaira(requestedAmount)} from ${email}, ${how}`
  const at = madeWith === 'rail' && paidAt !== null ? paidAt : createdAt
  return { at, kind: 'started', title: 'Payment started', detail }
}

function notes({ history, createdAt }: Transaction): Step[] {
  return linesOf(history)
    .filter(({ code }) => !TOLD_ELSEWHERE.includes(code))
    .map(({ message, time }) => ({
      at: later(createdAt, time * SECOND),
      kind: 'note',
      title: message,
      detail: null,
    }))
}

function issued({ assignedAt, accountNumber, bank, amount }: Issued<OneOffAccount>): Step {
  const detail = `${accountNumber} at ${bank.name}, for ${formatNaira(amount)}`
  return { at: assignedAt, kind: 'account', title: 'Account number issued', detail }
}

const ATTEMPTS: Record<AttemptState, string> = {
  charging: 'waiting for the card network',
  pin: 'waiting for the PIN',
  otp: 'waiting for the code from the bank',
  redirect: 'waiting on the page of the bank',
  unknown: 'no response yet: checking',
  superseded: 'replaced by another attempt',
  approved: 'approved',
  declined: 'declined',
  unavailable: 'card network not reachable, nothing charged',
  surplus: 'approved after the payment was closed: being returned',
  returned: 'approved after the payment was closed: returned',
  return_refused: 'approved after the payment was closed: return rejected by the bank',
}

const TITLES: Record<Method, string> = {
  card: 'Card payment attempted',
  ussd: 'USSD payment attempted',
  bank: 'Payment from a bank account attempted',
  opay: 'OPay payment attempted',
}

function byCharge(attempt: CardAttempt): Step {
  const { createdAt, state, method, declineReason, authorizationDetails } = attempt
  const reason = declineReason === null ? '' : `. ${failureSentence(declineReason)}`
  const now = method === 'card' ? ATTEMPTS[state] : withoutCard(method, state)
  const detail = `${cardIn(authorizationDetails)}${now}${reason}`
  return { at: createdAt, kind: 'card', title: TITLES[method], detail }
}

function withoutCard(method: Method, state: AttemptState): string {
  if (method === 'ussd' && state === 'redirect') return 'waiting for the customer to dial the code'
  return ATTEMPTS[state].replace('card network', 'provider')
}

/** `Visa 408408******4081: `; empty until the network names the card. */
function cardIn(details: string | null): string {
  if (details === null || details === '{}') return ''
  const { bin, last4, brand } = JSON.parse(details) as Record<'bin' | 'last4' | 'brand', string>
  return `${brand} ${bin}******${last4}: `
}

const REASONS: Record<NonNullable<Deposit['reason']>, string> = {
  amount_too_low: 'too little for this payment',
  amount_too_high: 'too much for this payment',
  late: 'too late',
  already_paid: 'the payment was already paid',
  closed: 'the payment was already closed',
}

const WHERE: Record<Exclude<Deposit['state'], 'matched'>, string> = {
  unmatched: 'being returned',
  returning: 'being returned',
  returned: 'returned',
  return_refused: 'return rejected by the bank, under review',
}

function transferred(deposit: Deposit): Step[] {
  const { occurredAt, amount, senderName, senderAccountNumber, state, reason } = deposit
  const sender = `${senderName}, ${maskAccountNumber(senderAccountNumber)}`
  const from = `${formatNaira(amount)} from ${sender}`
  if (state === 'matched' || reason === null) {
    return [{ at: occurredAt, kind: 'transfer', title: 'Transfer received', detail: from }]
  }
  const detail = `${from}: ${REASONS[reason]}; ${WHERE[state]}`
  const title = 'Transfer received, unmatched'
  return [{ at: occurredAt, kind: 'transfer_returned', title, detail }]
}

function ended(transaction: Transaction, attempts: CardAttempt[]): Step[] {
  const { status, paidAt, amount, fee, vat, expiresAt } = transaction
  const detail = transaction.message && sentenceOf(transaction.message)
  switch (status) {
    case 'pending':
    case 'ongoing':
      return []
    case 'success':
    case 'reversed': {
      const fees = fee === null || vat === null ? 0n : fee + vat
      const detail = `${formatNaira(amount)} paid, ${formatNaira(fees as typeof amount)} fees`
      return paidAt ? [{ at: paidAt, kind: 'succeeded', title: 'Payment succeeded', detail }] : []
    }
    case 'failed': {
      const at = attempts.at(-1)?.updatedAt ?? expiresAt
      return [{ at, kind: 'failed', title: 'Payment failed', detail }]
    }
    case 'abandoned':
      return [
        { at: abandonedAt(transaction), kind: 'abandoned', title: 'Payment abandoned', detail },
      ]
  }
}

const RECEIPTS: Record<ReceiptState['state'], string> = {
  due: 'Receipt queued',
  sent: 'Receipt sent',
  failed: 'Receipt could not be sent',
}

function mailed({ state, failure, createdAt, sentAt }: ReceiptState): Step {
  const detail = failure === null ? null : inWords(failure)
  return { at: sentAt ?? createdAt, kind: 'receipt', title: RECEIPTS[state], detail }
}

/** None until it is settled. */
function settled({ account, amount, settledAt }: ItemOfPayment): Step[] {
  if (settledAt === null) return []
  const to = accountInWords(account.replace('pending', 'available'))
  const detail = `${formatNaira(amount)} to ${to}`
  return [{ at: settledAt, kind: 'settlement', title: 'Settled', detail }]
}

function refunded({ createdAt, processedAt, amount, reason, failure }: Refund): Step[] {
  const kind = 'refund'
  const why = reason === null ? '' : `: ${reason}`
  const failed = failure === null ? '' : `. It failed: ${failureSentence(failure)}`
  const detail = `${formatNaira(amount)}${why}${failed}`
  const asked: Step = { at: createdAt, kind, title: 'Refund requested', detail }
  if (processedAt === null) return [asked]
  return [asked, { at: processedAt, kind, title: 'Refund sent', detail: formatNaira(amount) }]
}

const CLOSED: Record<Extract<Dispute['status'], 'won' | 'lost' | 'accepted'>, string> = {
  won: 'Dispute won',
  lost: 'Dispute lost',
  accepted: 'Dispute accepted',
}

const CLOSERS: Record<NonNullable<Dispute['closedBy']>, string> = {
  business: 'by the business',
  operator: 'by an operator',
  provider: 'by the provider',
  silence: 'nobody answered in time',
}

function disputed(dispute: Dispute): Step[] {
  const { createdAt, answeredAt, closedAt, closedBy, amount, caseNumber, reason } = dispute
  const kind = 'dispute'
  const detail = `${formatNaira(amount)}, case ${caseNumber}: ${reason}`
  const steps: Step[] = [{ at: createdAt, kind, title: 'Dispute opened', detail }]
  // A business that accepts answers and closes at once.
  if (answeredAt !== null && closedBy !== 'business') {
    steps.push({ at: answeredAt, kind, title: 'Dispute contested', detail: null })
  }
  if (closedAt !== null && closedBy !== null) {
    const title = CLOSED[dispute.status as keyof typeof CLOSED]
    steps.push({
      at: closedAt,
      kind,
      title,
      detail: `${formatNaira(amount)}, ${CLOSERS[closedBy]}`,
    })
  }
  return [...steps, ...sentBack(dispute)]
}

/** A closed dispute changes only when its return ends. */
function sentBack({ call, callState, amount, updatedAt }: Dispute): Step[] {
  if (call !== 'return' || callState === 'open') return []
  const title =
    callState === 'done' ? 'Disputed money sent back' : 'Disputed money could not be sent back'
  return [{ at: updatedAt, kind: 'dispute', title, detail: formatNaira(amount) }]
}

function reversed({ status }: Transaction, refunds: Refund[]): Step[] {
  if (status !== 'reversed') return []
  const ends = refunds.map(({ processedAt }) => processedAt?.getTime() ?? 0)
  const title = 'Payment reversed'
  return [{ at: new Date(Math.max(...ends)), kind: 'reversed', title, detail: 'Fully refunded' }]
}

function inWords(code: string): string {
  return code.replaceAll('_', ' ')
}
