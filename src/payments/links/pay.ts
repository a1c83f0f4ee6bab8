import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { isEnabled, settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { initialize } from '../transactions/initialize.ts'
import { tallyLinks } from '../transactions/transactions.ts'
import type { Answers } from './answers.ts'
import { findBySlug, type PaymentLink } from './links.sql.ts'
import { channelsOf, fieldsOf, linkId } from './links.ts'

// The state of a link for its visitors, and the start of a payment by it.
//
//   open       [payByLink] creates a transaction, and the customer continues at its checkout
//   inactive   the business has turned it off
//   expired    its time is over
//   used_up    as many payments as it allows have succeeded
//   held       fewer have succeeded, but the rest are in progress: a use may become free
//   unknown    no link, or one of a mode that is not enabled
//
// The page reserves nothing: the checkout takes the uses (transactions/link-uses.ts).

type Found = { link: PaymentLink; settings: ModeSettings }
export type Open = Found & { kind: 'open' }
export type Closed =
  | (Found & { kind: 'inactive' | 'expired' | 'used_up' | 'held' })
  | { kind: 'unknown' }

const SLUG = /^[a-z0-9-]{3,60}$/

export async function linkStateOf(context: Context, slug: string): Promise<Open | Closed> {
  const link = SLUG.test(slug) ? await findBySlug(context.sql, slug) : null
  if (link === null) return { kind: 'unknown' }
  const settings = await settingsOf(context, link)
  if (!isEnabled(context, settings)) return { kind: 'unknown' }
  if (!link.active) return { kind: 'inactive', link, settings }
  if (link.expiresAt !== null && link.expiresAt <= context.now()) {
    return { kind: 'expired', link, settings }
  }
  return { kind: await roomOf(context, link), link, settings }
}

/** Returns the access code of a new payment. It has not reserved a use yet. */
export async function payByLink(
  context: Context,
  link: PaymentLink,
  answers: Answers,
  ipAddress: string,
): Promise<string> {
  const { amount, email, name } = answers
  const { accessCode } = await initialize(context, link, {
    amount,
    email,
    name,
    reference: null,
    callbackUrl: link.callbackUrl,
    metadata: metadataOf(link, answers),
    channels: channelsOf(link),
    feeBearer: link.feeBearer,
    splitCode: link.splitCode,
    ipAddress,
    madeWith: 'public',
    effectId: null,
    link: { paymentLinkId: link.paymentLinkId, isLimited: link.usesMax !== null },
  })
  return accessCode
}

async function roomOf(context: Context, link: PaymentLink): Promise<'open' | 'used_up' | 'held'> {
  if (link.usesMax === null) return 'open'
  const [tally] = await tallyLinks(context.hot, link, [link.paymentLinkId])
  const { kept = 0, taken = 0 } = tally ?? {}
  if (kept >= link.usesMax) return 'used_up'
  return taken >= link.usesMax ? 'held' : 'open'
}

/** The metadata of the link, byte for byte, with the customer's answers added. */
function metadataOf(link: PaymentLink, { fields }: Answers): string {
  const answered = fieldsOf(link)
    .map(({ label, variableName }, i) => ({
      display_name: label,
      variable_name: variableName,
      value: fields[i]!,
    }))
    .filter(({ value }) => value !== '')
  const own = JSON.stringify({
    payment_link: linkId(link),
    ...(answered.length > 0 && { custom_fields: answered }),
  })
  const before = link.metadata?.trim().slice(0, -1).trimEnd() ?? '{'
  return before === '{' ? own : `${before},${own.slice(1)}`
}
