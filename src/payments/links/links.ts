import assert from 'node:assert/strict'
import { refuseStrangeApp, settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { newId, parsePublicId, publicId, randomBase62 } from '../../platform/ids.ts'
import { readExactly } from '../../platform/json.ts'
import { formatNaira, type Kobo } from '../../platform/money.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { frozenSplit } from '../splits/splits.ts'
import type { ChosenChannel } from '../transactions/transactions.rows.ts'
import { type LinkTally, tallyLinks } from '../transactions/transactions.ts'
import {
  findLink,
  insertLink,
  insertSlug,
  type PaymentLink,
  type PaymentLinkId,
  updateLink,
} from './links.sql.ts'

// A payment link is an address at which anybody may pay, again and again: on a poster, in a
// message, behind a QR code. Each visit that ends in paying makes a transaction of its own.
//
//   (none) ──> active <──> inactive     [createLink, changeLink]
//
// Nothing can be paid by one that is inactive or past its time, or by which as many have paid as it
// allows (pay.ts, transactions/link-uses.ts). None is ever removed.
//
// Invariants:
// (1) A slug leads to one link of one business in one mode, for ever: `payment_link_slug`.
// (2) What a customer pays follows from the link: of what a page sends, an amount is read only
//     where the link has none.
// (3) Payments of a link that are paid, and those that have an account or a card attempt, are never
//     more than its `usesMax`. So none that comes is one too many, and no money must go back.

const PREFIX = 'plk'
const SLUG_LENGTH = 12
const SLUG_TRIES_MAX = 3
export const FIELDS_MAX = 5

/** What else the customer is asked. */
export type LinkField = { label: string; required: boolean }

export type LinkTerms = Omit<
  PaymentLink,
  keyof Scope | 'paymentLinkId' | 'slug' | 'active' | 'version' | 'createdAt' | 'updatedAt'
>
export type LinkChange = Partial<LinkTerms & Pick<PaymentLink, 'active'>>

export async function createLink(
  context: Context,
  scope: Scope,
  { slug, ...terms }: LinkTerms & { slug: string | null },
  effectId: string | null,
): Promise<PaymentLink> {
  const now = context.now()
  const errors = [...wrongTerms(terms), ...wrongTime(terms, now)]
  if (errors.length > 0) refuseFields(errors)
  refuseStrangeApp(await settingsOf(context, scope), terms.callbackUrl)
  await refuseStrangeSplit(context, scope, terms)
  const { businessId, mode } = scope
  const paymentLinkId = (effectId ?? newId(now)) as PaymentLinkId
  const at = { createdAt: now, updatedAt: now }
  const link = { businessId, mode, paymentLinkId, ...terms, active: true, version: 0, ...at }
  for (let tries = 0; tries < SLUG_TRIES_MAX; tries++) {
    const wanted = { ...link, slug: slug ?? randomBase62(SLUG_LENGTH).toLowerCase() }
    if (await insertWithSlug(context, wanted)) return linkOf(context, scope, paymentLinkId)
    if (slug !== null) break
  }
  return refuse('slug_taken')
}

export function changeLink(
  context: Context,
  scope: Scope,
  name: string,
  change: LinkChange,
): Promise<PaymentLink> {
  return fromFreshReading(async () => {
    const before = await linkNamed(context, scope, name)
    // A price that is now fixed has no bounds, whatever they were.
    const bounds = change.amount ? { minAmount: null, maxAmount: null } : {}
    const wanted = { ...bounds, ...change }
    const errors = wrongTerms({ ...before, ...wanted })
    if (errors.length > 0) refuseFields(errors)
    refuseStrangeApp(await settingsOf(context, scope), change.callbackUrl ?? null)
    await refuseStrangeSplit(context, scope, wanted)
    const after = await updateLink(context.sql, before, { ...wanted, updatedAt: context.now() })
    return after ?? Promise.reject(new ChangedMeanwhile())
  })
}

export async function linkNamed(
  context: Context,
  scope: Scope,
  name: string,
): Promise<PaymentLink> {
  const id = parsePublicId<'payment_link'>(PREFIX, name) ?? refuse('payment_link_not_found')
  return (await findLink(context.sql, scope, id)) ?? refuse('payment_link_not_found')
}

/** What is wrong with the amounts, beside each other. */
export function wrongTerms(terms: Pick<LinkTerms, 'amount' | 'minAmount' | 'maxAmount'>) {
  const { amount, minAmount, maxAmount } = terms
  const errors: FieldError[] = []
  const fixed = (field: string): FieldError => ({
    field,
    code: 'not_allowed',
    message: `${field} is only for links without an amount, where the customer chooses it.`,
  })
  if (amount !== null && minAmount !== null) errors.push(fixed('min_amount'))
  if (amount !== null && maxAmount !== null) errors.push(fixed('max_amount'))
  if (amount === null && minAmount !== null && maxAmount !== null && minAmount > maxAmount) {
    const message = `max_amount must be at least min_amount, ${formatNaira(minAmount)}.`
    errors.push({ field: 'max_amount', code: 'too_small', message })
  }
  return errors
}

/** A link may be closed by a moment that is over, but not begin so. */
export function wrongTime({ expiresAt }: Pick<LinkTerms, 'expiresAt'>, now: Date): FieldError[] {
  if (expiresAt === null || expiresAt > now) return []
  const message = 'expires_at must be in the future.'
  return [{ field: 'expires_at', code: 'too_small', message }]
}

export function linkId({ paymentLinkId }: PaymentLink): string {
  return publicId(PREFIX, paymentLinkId)
}

/** Where customers go. */
export function urlOf(context: Context, { slug }: PaymentLink): string {
  return `${context.baseUrl()}/pay/${slug}`
}

export function channelsOf({ channels }: PaymentLink): ChosenChannel[] | null {
  return channels === null ? null : (channels.split(',') as ChosenChannel[])
}

/** Each with the name under which its answer stands in the metadata of a payment. */
export function fieldsOf({ fields }: PaymentLink): (LinkField & { variableName: string })[] {
  const taken = new Set<string>()
  return (JSON.parse(fields) as LinkField[]).map((field, i) => {
    const words = field.label.toLowerCase().match(/[a-z0-9]+/g) ?? []
    let variableName = words.join('_') || `field_${i + 1}`
    while (taken.has(variableName)) variableName += '_'
    taken.add(variableName)
    return { ...field, variableName }
  })
}

/** As the wire shows them, each with what has come by it. */
export async function toWireLinks(context: Context, scope: Scope, links: PaymentLink[]) {
  const ids = links.map(({ paymentLinkId }) => paymentLinkId)
  const tallies = await tallyLinks(context.hot, scope, ids)
  const tallyOf = new Map(tallies.map((tally) => [tally.paymentLinkId, tally]))
  return links.map((link) => toWireLink(context, link, tallyOf.get(link.paymentLinkId)))
}

function toWireLink(context: Context, link: PaymentLink, tally: LinkTally | undefined) {
  const number = (amount: Kobo | null) => (amount === null ? null : Number(amount))
  return {
    id: linkId(link),
    domain: link.mode,
    slug: link.slug,
    url: urlOf(context, link),
    name: link.name,
    description: link.description,
    amount: number(link.amount),
    min_amount: number(link.minAmount),
    max_amount: number(link.maxAmount),
    currency: 'NGN' as const,
    fields: fieldsOf(link).map(({ label, required, variableName }) => ({
      label,
      required,
      variable_name: variableName,
    })),
    callback_url: link.callbackUrl,
    split_code: link.splitCode,
    channels: channelsOf(link),
    fee_bearer: link.feeBearer,
    active: link.active,
    expires_at: link.expiresAt?.toISOString() ?? null,
    uses_max: link.usesMax,
    metadata: link.metadata === null ? null : (readExactly(link.metadata) as object),
    payments: {
      succeeded: tally?.succeeded ?? 0,
      amount: Number(tally?.amount ?? 0),
      open: tally?.open ?? 0,
      used: tally?.taken ?? 0,
    },
    created_at: link.createdAt.toISOString(),
    updated_at: link.updatedAt.toISOString(),
  }
}

/** False where the slug is taken. A second try with the same id finds what the first one made. */
async function insertWithSlug(context: Context, link: PaymentLink): Promise<boolean> {
  try {
    await context.sql.begin(async (sql) => {
      if (!(await insertLink(sql, link))) return
      if (!(await insertSlug(sql, link))) refuse('slug_taken')
    })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'slug_taken') return false
    throw error
  }
}

/** It is looked at again when somebody pays. */
async function refuseStrangeSplit(
  context: Context,
  scope: Scope,
  { splitCode }: Partial<Pick<LinkTerms, 'splitCode'>>,
): Promise<void> {
  if (splitCode) await frozenSplit(context, scope, splitCode)
}

async function linkOf(context: Context, scope: Scope, id: PaymentLinkId): Promise<PaymentLink> {
  const found = await findLink(context.sql, scope, id)
  assert(found, 'the row must exist, inserted now or by an earlier attempt')
  return found
}
