import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { isEnabled, settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { initialize } from '../transactions/initialize.ts'
import { tallyLinks } from '../transactions/transactions.ts'
import type { Answers } from './answers.ts'
import { findBySlug, type PaymentLink } from './links.sql.ts'
import { channelsOf, fieldsOf, linkId } from './links.ts'

// Where a link stands for whoever comes to pay, and how a payment begins by it.
//
//   open       [payByLink] makes a transaction, and its checkout goes on from there
//   inactive   the business has turned it off
//   expired    its time is over
//   used_up    as many payments as it allows have succeeded
//   held       they have not yet, but others are amidst theirs: a use may become free
//   unknown    no link, or one of a mode that is not enabled: one answer for both
//
// What is shown is no promise: uses are taken at the checkout, one payment after the other
// (transactions/link-uses.ts).

type Found = { link: PaymentLink; settings: ModeSettings }
export type Open = Found & { kind: 'open' }
export type Closed =
  | (Found & { kind: 'inactive' | 'expired' | 'used_up' | 'held' })
  | { kind: 'unknown' }
export type LinkState = Open | Closed

const SLUG = /^[a-z0-9-]{3,60}$/

export async function linkStateOf(context: Context, slug: string): Promise<LinkState> {
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

/** Answers the access code of a new payment. It has reserved no use yet. */
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

/** For who wants the picture of an address that nobody can pay at. */
export function refuseClosed(state: LinkState): asserts state is Open {
  if (state.kind === 'unknown') refuse('payment_link_not_found')
  if (state.kind !== 'open') refuse('payment_link_closed')
}

async function roomOf(context: Context, link: PaymentLink): Promise<'open' | 'used_up' | 'held'> {
  if (link.usesMax === null) return 'open'
  const [tally] = await tallyLinks(context.hot, link, [link.paymentLinkId])
  const { kept = 0, taken = 0 } = tally ?? {}
  if (kept >= link.usesMax) return 'used_up'
  return taken >= link.usesMax ? 'held' : 'open'
}

/** That of the link, byte for byte, with what the customer has answered behind it. */
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
