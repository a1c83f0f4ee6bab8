import type { Context } from '../../core/context.ts'
import { later } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import { formatNaira } from '../../platform/money.ts'
import type { Mail } from '../../providers/rails.ts'
import { lagosTime } from '../receipts/compose.ts'
import { type Email, emailOf } from '../receipts/email-layout.ts'
import {
  CLAIM_MAX,
  LEASE_MS,
  type Mailed,
  mailEach,
  mailKey,
  mailModes,
} from '../receipts/mailing.ts'
import { isolated, plain } from '../receipts/words.ts'
import { claimMails, type Dispute, type DueMail, recordMail } from './disputes.sql.ts'

// Tells a business that a payment is disputed, and again before its answer is due.

const LENGTH_MAX = 100
const REASON_MAX = 500

const WORDS: Record<Dispute['category'], string> = {
  chargeback: 'A cardholder disputes a payment',
  fraud_report: 'A bank reports a transfer as fraud',
  recall: 'A bank recalls a transfer',
}

/** A job. Returns how many it claimed. */
export async function mailDisputes(context: Context): Promise<number> {
  const now = context.now()
  const lease = later(now, LEASE_MS)
  const due = await claimMails(context.sql, mailModes(context), now, lease, CLAIM_MAX)
  const write = (one: DueMail) => mailOf(context, one)
  await mailEach(context, due, write, (one, mailed) =>
    recordMail(context.sql, one, recorded(mailed)),
  )
  return due.length
}

function mailOf(context: Context, due: DueMail): Mail {
  const { businessId, mode, createdAt, disputeId, remindedAt, email } = due
  const id = publicId('dispute', disputeId)
  const which = remindedAt === null ? 'opened' : 'reminder'
  return {
    key: mailKey(remindedAt ?? createdAt, 'dispute', disputeId, which),
    onBehalfOf: businessId,
    fromName: 'Cowrie',
    to: email,
    ...composed(due, `${context.baseUrl()}/dashboard/${mode}/disputes/${id}`),
  }
}

function composed(
  { mode, category, amount, dueAt, remindedAt, ...due }: DueMail,
  url: string,
): Email {
  const over = isolated(plain(due.businessName, LENGTH_MAX))
  const headline = remindedAt === null ? WORDS[category] : 'Your answer to a dispute is due soon'
  const reason =
    due.reason === '' ? [] : [{ label: 'Reason', value: plain(due.reason, REASON_MAX) }]
  return emailOf(`${over}: ${headline}`, {
    mode,
    over,
    headline,
    under: null,
    isAmount: false,
    rows: [
      { label: 'Payment', value: plain(due.transactionReference, LENGTH_MAX) },
      { label: 'Amount', value: formatNaira(amount) },
      ...reason,
      { label: 'Answer by', value: lagosTime(dueAt) },
    ],
    buttons: [{ label: 'Answer the dispute', url }],
    paragraphs: [
      'The money has left your wallet until this is decided. You get it back if you win.',
      'Contest it, and say what you delivered and when; or accept it. If you ' +
        'do not answer in time, you accept, and the money goes to the payer.',
    ],
  })
}

function recorded(mailed: Mailed) {
  switch (mailed.state) {
    case 'sent':
      return { nextMailAt: null, mailFailure: null }
    case 'due':
      return { nextMailAt: mailed.nextAt, mailFailure: mailed.failure }
    case 'failed':
      return { nextMailAt: null, mailFailure: mailed.failure }
  }
}
