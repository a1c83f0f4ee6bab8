import { settingsOf } from '../../accounts/businesses/businesses.ts'
import { findCustomer } from '../../accounts/customers/customers.ts'
import type { Context } from '../../core/context.ts'
import { later } from '../../platform/clock.ts'
import { dayOf } from '../../platform/lagos.ts'
import { formatNaira } from '../../platform/money.ts'
import { refuse } from '../../platform/refusal.ts'
import { ask } from '../../providers/ask.ts'
import { railFor } from '../../providers/capabilities.ts'
import type { Mail, MailOutcome } from '../../providers/rails.ts'
import { plain as filled } from '../checkout/languages.ts'
import { findPlan } from '../plans/plans.ts'
import { type Email, emailOf } from '../receipts/email-layout.ts'
import {
  CLAIM_MAX,
  LEASE_MS,
  MAIL_DEADLINE_MS,
  type Mailed,
  mailEach,
  mailKey,
  mailModes,
} from '../receipts/mailing.ts'
import { isolated, plain } from '../receipts/words.ts'
import { claimMails, type DueMail, recordMail } from './mail.sql.ts'
import type { Subscription } from './subscriptions.sql.ts'
import { manageUrlOf } from './wire.ts'
import { SUBSCRIPTION_WORDS } from './words.ts'

// Mails customers the address of their page: when an invoice is not paid, and when the business
// asks for it.

export const NAME_LENGTH_MAX = 100

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

function compose(due: DueMail, url: string): Email {
  const { mode, amount, state, byAccount, dueAt, checkoutLanguage } = due
  const words = SUBSCRIPTION_WORDS[checkoutLanguage ?? 'en']
  const business = isolated(plain(due.businessName, NAME_LENGTH_MAX))
  const said = { business, plan: isolated(plain(due.planName, NAME_LENGTH_MAX)) }
  const title = filled(words.mail_subject, said)
  const next = dueAt === null || byAccount ? null : dayShown(dueAt)
  return emailOf(title, {
    ...{ mode, language: checkoutLanguage ?? 'en', rows: [] },
    buttons: [{ label: words.open, url }],
    ...{ over: title, headline: formatNaira(amount), under: due.planName, isAmount: true },
    paragraphs: [
      filled(byAccount ? words.mail_awaited : words.mail_declined, said),
      ...(state === 'open'
        ? [
            ...(next === null ? [] : [filled(words.mail_next, { ...said, day: next })]),
            filled(words.mail_otherwise, said),
          ]
        : [filled(words.mail_last, said)]),
    ],
  })
}

/** Mails the customer the address of their page, at the request of the business. */
export async function mailManageLink(context: Context, subscription: Subscription): Promise<void> {
  const { businessId, mode, subscriptionId, customerId, planId } = subscription
  const scope = { businessId, mode }
  const rail = railFor(context.rails, scope, 'mail')
  const [customer, settings, plan] = await Promise.all([
    findCustomer(context.sql, scope, customerId),
    settingsOf(context, scope),
    findPlan(context.sql, { ...scope, planId }),
  ])
  const { email } = customer ?? refuse('customer_not_found')
  const words = SUBSCRIPTION_WORDS[settings.checkoutLanguage ?? 'en']
  const business = isolated(plain(settings.businessName, NAME_LENGTH_MAX))
  const title = filled(words.title, { business })
  const now = context.now()
  const mail = {
    key: mailKey(now, 'subscription', subscriptionId, now.toISOString()),
    ...{ onBehalfOf: businessId, fromName: settings.businessName, to: email },
    ...emailOf(title, {
      ...{ mode, language: settings.checkoutLanguage ?? 'en', rows: [] },
      buttons: [{ label: words.open, url: manageUrlOf(context, subscription) }],
      ...{ over: title, headline: plan?.name ?? title, under: null, isAmount: false },
      paragraphs: [filled(words.mail_otherwise, { business })],
    }),
  }
  const outcome = await ask<MailOutcome>(rail.sendMail(mail), MAIL_DEADLINE_MS)
  switch (outcome.kind) {
    case 'sent':
      return
    case 'unknown':
      return refuse('rail_timeout')
    case 'refused':
    case 'unavailable':
      return refuse('rail_unavailable')
  }
}

/** `28/02/2027`, of Lagos. */
export function dayShown(moment: Date): string {
  return dayOf(moment).split('-').reverse().join('/')
}

export function nextOf(mailed: Mailed): Date | null {
  return mailed.state === 'due' ? mailed.nextAt : null
}
