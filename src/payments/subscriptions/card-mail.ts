import type { Context } from '../../core/context.ts'
import { later } from '../../platform/clock.ts'
import { dayOf } from '../../platform/lagos.ts'
import type { Mail } from '../../providers/rails.ts'
import { lastMonthOf } from '../authorizations/authorizations.ts'
import { claimExpiring, type DueCard, recordExpiryMail } from '../authorizations/expiring.ts'
import { plain as filled } from '../checkout/languages.ts'
import { emailOf } from '../receipts/email-layout.ts'
import { CLAIM_MAX, LEASE_MS, mailEach, mailKey, mailModes } from '../receipts/mailing.ts'
import { isolated, plain } from '../receipts/words.ts'
import { type Charged, listCharged } from './mail.sql.ts'
import { NAME_LENGTH_MAX, nextOf } from './mail.ts'
import { faceOf, manageUrlOf } from './wire.ts'
import { SUBSCRIPTION_WORDS } from './words.ts'

// Emails customers whose card expires with this month and pays for a subscription, once a card,
// with a link to each subscription that it pays for.

type Due = DueCard & { charged: Charged[] }

/** A job. Returns how many it claimed. */
export async function mailExpiring(context: Context): Promise<number> {
  const now = context.now()
  const lease = later(now, LEASE_MS)
  const claimed = await claimExpiring(context.sql, mailModes(context), now, lease, CLAIM_MAX)
  const month = dayOf(now).slice(0, 7)
  // It may have been removed or renewed since, or the email has waited for a provider.
  const isExpiring = (card: DueCard) => card.state === 'active' && lastMonthOf(card) === month
  const charged = await listCharged(context.sql, claimed.filter(isExpiring))
  const due = claimed.map((card) => ({
    ...card,
    charged: charged.filter(({ authorizationId }) => authorizationId === card.authorizationId),
  }))
  for (const one of due) {
    if (one.charged.length === 0) await recordExpiryMail(context.sql, one, null)
  }
  const wanted = due.filter((one) => one.charged.length > 0)
  const write = (one: Due) => mailOf(context, one)
  await mailEach(context, wanted, write, (one, mailed) =>
    recordExpiryMail(context.sql, one, nextOf(mailed)),
  )
  return claimed.length
}

function mailOf(context: Context, due: Due): Mail {
  const { businessId, mode, authorizationId, createdAt, charged } = due
  const { businessName, email, checkoutLanguage } = charged[0]!
  const words = SUBSCRIPTION_WORDS[checkoutLanguage ?? 'en']
  const business = isolated(plain(businessName, NAME_LENGTH_MAX))
  const title = filled(words.expiring_subject, { business })
  const buttons = charged.map((one) => {
    const plan = isolated(plain(one.planName, NAME_LENGTH_MAX))
    const label = charged.length === 1 ? words.open : `${words.open}: ${plan}`
    return { label, url: manageUrlOf(context, one) }
  })
  return {
    key: mailKey(createdAt, 'expiring card', authorizationId, lastMonthOf(due)),
    ...{ onBehalfOf: businessId, fromName: businessName, to: email },
    ...emailOf(title, {
      ...{ mode, language: checkoutLanguage ?? 'en', rows: [], buttons },
      ...{ over: title, headline: faceOf(due), under: null, isAmount: false },
      paragraphs: [words.expiring, filled(words.mail_otherwise, { business })],
    }),
  }
}
