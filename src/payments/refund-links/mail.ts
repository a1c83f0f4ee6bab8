import type { Context } from '../../core/context.ts'
import { later } from '../../platform/clock.ts'
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
import { claimMails, type DueMail, recordMail } from './refund-links.sql.ts'
import { urlOf } from './refund-links.ts'

const BUSINESS_LENGTH_MAX = 100

/** A job: emails links to customers. Returns how many it claimed. */
export async function sendRefundLinks(context: Context): Promise<number> {
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
  const { businessId, createdAt, refundLinkId, businessName, email } = due
  return {
    key: mailKey(createdAt, 'refund link', refundLinkId),
    onBehalfOf: businessId,
    fromName: businessName,
    to: email,
    ...composeLink(due, urlOf(context, due)),
  }
}

function composeLink(
  {
    mode,
    amount,
    reference,
    expiresAt,
    ...due
  }: Pick<DueMail, 'mode' | 'amount' | 'reference' | 'expiresAt' | 'businessName'>,
  url: string,
): Email {
  const business = isolated(plain(due.businessName, BUSINESS_LENGTH_MAX))
  return emailOf(`${business} needs an account for your refund`, {
    mode,
    over: `Refund from ${business}`,
    headline: amount === null ? 'Your refund' : formatNaira(amount),
    under: null,
    isAmount: amount !== null,
    rows: [{ label: 'Payment', value: reference }],
    buttons: [{ label: 'Enter your account', url }],
    paragraphs: [
      'Your card or account could not be credited. Open the link and enter a bank account of ' +
        'yours. It asks for no card, PIN, password or code.',
      `The link is valid until ${lagosTime(expiresAt)}. Anyone who has it can enter an account, ` +
        'so do not share it.',
    ],
  })
}

function recorded(mailed: Mailed) {
  const nothing = { nextMailAt: null, mailedAt: null, mailFailure: null }
  switch (mailed.state) {
    case 'sent':
      return { ...nothing, mailedAt: mailed.at }
    case 'due':
      return { ...nothing, nextMailAt: mailed.nextAt, mailFailure: mailed.failure }
    case 'failed':
      return { ...nothing, mailFailure: mailed.failure }
  }
}
