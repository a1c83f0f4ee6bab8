import type { Context } from '../../core/context.ts'
import { later } from '../../platform/clock.ts'
import { formatNaira } from '../../platform/money.ts'
import type { Mail } from '../../providers/rails.ts'
import { plain as filled, lagosClock } from '../checkout/languages.ts'
import { emailOf } from '../receipts/email-layout.ts'
import { CLAIM_MAX, LEASE_MS, mailEach, mailKey, mailModes } from '../receipts/mailing.ts'
import { isolated, plain } from '../receipts/words.ts'
import { claimCodes, type DueCode, recordCodeMail } from './one-tap.sql.ts'
import { cardsOf, codeOf } from './one-tap.ts'
import { KEPT_CARD_WORDS } from './words.ts'

// Emails the codes of one-tap.ts. A customer without a card gets none.

const NAME_LENGTH_MAX = 100

/** A job. Returns how many it claimed. */
export async function mailCodes(context: Context): Promise<number> {
  const now = context.now()
  const lease = later(now, LEASE_MS)
  const due = await claimCodes(context.sql, mailModes(context), now, lease, CLAIM_MAX)
  const isWanted = await Promise.all(
    due.map(async (one) => one.expiresAt > now && (await cardsOf(context, one)).length > 0),
  )
  const wanted = due.filter((_, i) => isWanted[i])
  for (const one of due) {
    if (!wanted.includes(one)) await recordCodeMail(context.sql, one, null)
  }
  const write = (one: DueCode) => mailOf(context, one)
  await mailEach(context, wanted, write, (one, mailed) =>
    recordCodeMail(context.sql, one, mailed.state === 'due' ? mailed.nextAt : null),
  )
  return due.length
}

function mailOf(context: Context, due: DueCode): Mail {
  const { businessId, businessName, codeId, sentAt, email } = due
  return {
    key: mailKey(sentAt, 'kept card code', codeId),
    onBehalfOf: businessId,
    fromName: businessName,
    to: email,
    ...compose(due, codeOf(context, due)),
  }
}

function compose({ mode, amount, expiresAt, ...due }: DueCode, code: string) {
  const words = KEPT_CARD_WORDS[due.language]
  const business = isolated(plain(due.businessName, NAME_LENGTH_MAX))
  const title = filled(words.code_subject, { business })
  return emailOf(title, {
    language: due.language,
    ...{ mode, over: title, headline: code, under: formatNaira(amount), isAmount: true, rows: [] },
    paragraphs: [
      filled(words.code_use, { business, time: lagosClock(expiresAt) }),
      filled(words.code_not_you, { business }),
    ],
  })
}
