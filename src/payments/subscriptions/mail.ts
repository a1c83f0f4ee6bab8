import type { Context } from '../../core/context.ts'
import { later } from '../../platform/clock.ts'
import { dayOf } from '../../platform/lagos.ts'
import { formatNaira } from '../../platform/money.ts'
import type { Mail } from '../../providers/rails.ts'
import { plain as filled } from '../checkout/languages.ts'
import { type EmailContent, emailHtml, emailText } from '../receipts/email-layout.ts'
import {
  CLAIM_MAX,
  LEASE_MS,
  type Mailed,
  mailEach,
  mailKey,
  mailModes,
} from '../receipts/mailing.ts'
import { isolated, plain } from '../receipts/words.ts'
import { claimMails, type DueMail, recordMail } from './mail.sql.ts'
import { manageUrlOf } from './wire.ts'
import { SUBSCRIPTION_WORDS } from './words.ts'

// Tells customers that an invoice is not paid, with the link to pay it otherwise.

const NAME_LENGTH_MAX = 100

/** A job. Returns how many it claimed. */
export async function mailUnpaid(context: Context): Promise<number> {
  const now = context.now()
  const lease = later(now, LEASE_MS)
  const due = await claimMails(context.sql, mailModes(context), now, lease, CLAIM_MAX)
  const write = (one: DueMail) => mailOf(context, one)
  await mailEach(context, due, write, (one, mailed) => recordMail(context.sql, one, nextOf(mailed)))
  return due.length
}

function mailOf(context: Context, due: DueMail): Mail {
  const { businessId, createdAt, invoiceId, failures, businessName, email } = due
  return {
    key: mailKey(createdAt, 'invoice', invoiceId, String(failures), due.state),
    onBehalfOf: businessId,
    fromName: businessName,
    to: email,
    ...compose(due, manageUrlOf(context, due)),
  }
}

function compose(due: DueMail, url: string): { subject: string; text: string; html: string } {
  const { mode, amount, state, byAccount, dueAt, checkoutLanguage } = due
  const words = SUBSCRIPTION_WORDS[checkoutLanguage ?? 'en']
  const business = isolated(plain(due.businessName, NAME_LENGTH_MAX))
  const said = { business, plan: isolated(plain(due.planName, NAME_LENGTH_MAX)) }
  const title = filled(words.mail_subject, said)
  const subject = `${mode === 'test' ? '[Test] ' : ''}${title}`
  const next = dueAt === null || byAccount ? null : dayShown(dueAt)
  const content: EmailContent = {
    ...{ mode, over: title, headline: formatNaira(amount), under: due.planName, isAmount: true },
    rows: [{ label: words.open, value: url }],
    paragraphs: [
      filled(byAccount ? words.mail_awaited : words.mail_declined, said),
      ...(state === 'open'
        ? [
            ...(next === null ? [] : [filled(words.mail_next, { ...said, day: next })]),
            filled(words.mail_otherwise, said),
          ]
        : [filled(words.mail_last, said)]),
    ],
  }
  const rest = { ...content, rows: [] }
  return { subject, text: `${emailText(rest)}\n${url}\n`, html: emailHtml(subject, content) }
}

/** `28/02/2027`, of Lagos. */
export function dayShown(moment: Date): string {
  return dayOf(moment).split('-').reverse().join('/')
}

function nextOf(mailed: Mailed): Date | null {
  return mailed.state === 'due' ? mailed.nextAt : null
}
