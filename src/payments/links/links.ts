import { isDeepStrictEqual } from 'node:util'
import { refuseStrangeApp, settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import type { OnlyIf } from '../../core/etags.ts'
import type { EventType } from '../../core/events/types.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { type MetadataChange, shownMetadata } from '../../core/metadata.ts'
import { toWire } from '../../core/wire.ts'
import type { Sql } from '../../platform/db.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { findNamed, parsePublicId, publicId, randomBase62 } from '../../platform/ids.ts'
import { formatNaira, kobo } from '../../platform/money.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { codeIn } from '../splits/frozen.ts'
import { frozenSplit } from '../splits/splits.ts'
import type { ChosenChannel } from '../transactions/transactions.rows.ts'
import { tallyLinks } from '../transactions/transactions.ts'
import {
  findBySlug,
  findLink,
  insertLink,
  insertSlug,
  type PaymentLink,
  type PaymentLinkId,
  updateLink,
} from './links.sql.ts'

export { findBySlug, listLinks, type PaymentLink } from './links.sql.ts'

// A payment link is a URL at which anyone can pay, any number of times: on a poster, in a message,
// behind a QR code. Each payment is a transaction.
//
//   (none) ──> active <──> inactive     [createLink, changeLink]
//
// A link takes no payment while it is inactive, after it has expired, or when it is used up
// (pay.ts, transactions/link-uses.ts). Links are never deleted.
//
// Invariants:
// (1) A slug belongs to one link of one business in one mode, permanently: `payment_link_slug`.
// (2) The link sets the amount. The amount that a page sends counts only if the link has none.
// (3) At most `usesMax` payments of a link are paid, have an account or have a card attempt. So no
//     payment has to be returned because it was one too many.

const SLUG_LENGTH = 12
const SLUG_TRIES_MAX = 3
export const FIELDS_MAX = 5

/** An additional question to the customer. */
export type LinkField = { label: string; required: boolean }

export type LinkTerms = Omit<
  PaymentLink,
  keyof Scope | 'paymentLinkId' | 'slug' | 'active' | 'version' | 'createdAt' | 'updatedAt'
>
export type LinkChange = Partial<Omit<LinkTerms, 'metadata'> & Pick<PaymentLink, 'active'>> & {
  metadata?: MetadataChange | undefined
}

/** The same slug with the same terms returns its link. */
export async function createLink(
  context: Context,
  scope: Scope,
  { slug, ...sent }: LinkTerms & { slug: string | null },
  id: string,
): Promise<PaymentLink> {
  const now = context.now()
  const errors = [...wrongTerms(sent), ...wrongTime(sent, now)]
  if (errors.length > 0) refuseFields(errors)
  refuseStrangeApp(await settingsOf(context, scope), sent.callbackUrl)
  const terms = await withSplitCode(context, scope, sent)
  const { businessId, mode } = scope
  const paymentLinkId = id as PaymentLinkId
  const at = { createdAt: now, updatedAt: now }
  const link = { businessId, mode, paymentLinkId, ...terms, active: true, version: 0, ...at }
  for (let tries = 0; tries < SLUG_TRIES_MAX; tries++) {
    const wanted = { ...link, slug: slug ?? randomSlug(context) }
    if (await insertWithSlug(context, wanted)) return linkNamed(context, scope, linkId(wanted))
    if (slug !== null) return ownTwin(context, wanted)
  }
  return refuse('slug_taken')
}

function randomSlug({ keys }: Context): string {
  return `${keys.cell}${randomBase62(SLUG_LENGTH).toLowerCase()}`
}

/** The link of this business with the same slug and terms; refuses any other. */
async function ownTwin(context: Context, wanted: PaymentLink): Promise<PaymentLink> {
  const twin = await findBySlug(context.sql, wanted.slug)
  const isOwn = twin?.businessId === wanted.businessId && twin.mode === wanted.mode
  if (!isOwn || !isDeepStrictEqual(termsIn(twin), termsIn(wanted))) return refuse('slug_taken')
  return twin
}

function termsIn(link: PaymentLink): LinkTerms {
  const { businessId, mode, paymentLinkId, slug, active, version, ...rest } = link
  const { createdAt, updatedAt, ...terms } = rest
  return terms
}

export function changeLink(
  context: Context,
  scope: Scope,
  name: string,
  { metadata, ...change }: LinkChange,
  only: OnlyIf,
): Promise<PaymentLink> {
  return fromFreshReading(async () => {
    const before = await linkNamed(context, scope, name)
    only(before)
    if (metadata === undefined && Object.keys(change).length === 0) return before
    // A fixed amount clears the bounds.
    const bounds = change.amount ? { minAmount: null, maxAmount: null } : {}
    const merged = metadata && { metadata: metadata(before.metadata) }
    const wanted = await withSplitCode(context, scope, { ...bounds, ...change, ...merged })
    const errors = wrongTerms({ ...before, ...wanted })
    if (errors.length > 0) refuseFields(errors)
    refuseStrangeApp(await settingsOf(context, scope), change.callbackUrl ?? null)
    const after = await context.sql.begin(async (sql) => {
      const after = await updateLink(sql, before, { ...wanted, updatedAt: context.now() })
      if (after === null) throw new ChangedMeanwhile()
      const isOff = before.active && !after.active
      await tell(context, sql, isOff ? 'payment_link.deactivated' : 'payment_link.updated', after)
      return after
    })
    context.pubSub.publish(EVENTS_TOPIC, scope)
    return after
  })
}

export async function linkNamed(
  context: Context,
  scope: Scope,
  name: string,
): Promise<PaymentLink> {
  return (await findLinkNamed(context, scope, name)) ?? refuse('payment_link_not_found')
}

/** Whether the text has the form of an id or a slug. */
export function namesLink(text: string): boolean {
  return parsePublicId('payment_link', text) !== null || /^[A-Za-z0-9-]{3,60}$/.test(text)
}

/** By id or slug. */
export function findLinkNamed(
  { sql }: Pick<Context, 'sql'>,
  { businessId, mode }: Scope,
  name: string,
): Promise<PaymentLink | null> {
  const byId = (id: PaymentLinkId) => findLink(sql, { businessId, mode }, id)
  return findNamed('payment_link', name, byId, async (slug) => {
    const found = await findBySlug(sql, slug)
    return found?.businessId === businessId && found.mode === mode ? found : null
  })
}

/** Checks the amounts against each other. */
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

/** Only for new links: a change may close a link with a time in the past. */
export function wrongTime({ expiresAt }: Pick<LinkTerms, 'expiresAt'>, now: Date): FieldError[] {
  if (expiresAt === null || expiresAt > now) return []
  const message = 'expires_at must be in the future.'
  return [{ field: 'expires_at', code: 'too_small', message }]
}

export function linkId({ paymentLinkId }: PaymentLink): string {
  return publicId('payment_link', paymentLinkId)
}

export function urlOf(context: Context, { slug }: PaymentLink): string {
  return `${context.baseUrl()}/pay/${slug}`
}

export function channelsOf({ channels }: PaymentLink): ChosenChannel[] | null {
  return channels === null ? null : (channels.split(',') as ChosenChannel[])
}

/** With the names of their answers in the metadata of a payment. */
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

async function tell(context: Context, sql: Sql, type: EventType, link: PaymentLink): Promise<void> {
  const [data] = await toWireLinks(context, link, [link], sql)
  await emit(sql, [newEvent(link, type, JSON.stringify(data), link.updatedAt)])
}

/** As the API and the events show them, with the totals of their payments. */
export async function toWireLinks(
  context: Context,
  scope: Scope,
  links: PaymentLink[],
  sql: Sql = context.hot,
) {
  const ids = links.map(({ paymentLinkId }) => paymentLinkId)
  const tallies = await tallyLinks(sql, scope, ids)
  const tallyOf = new Map(tallies.map((tally) => [tally.paymentLinkId, tally]))
  return links.map((link) => {
    const tally = tallyOf.get(link.paymentLinkId)
    const { succeeded = 0, amount = kobo(0), open = 0, taken: used = 0 } = tally ?? {}
    const { businessId: _, mode: domain, paymentLinkId: __, version: ___, ...shown } = link
    return {
      ...toWire(shown),
      id: linkId(link),
      domain,
      url: urlOf(context, link),
      currency: 'NGN' as const,
      fields: fieldsOf(link).map(toWire),
      channels: channelsOf(link),
      metadata: shownMetadata(link.metadata),
      payments: toWire({ succeeded, amount, open, used }),
    }
  })
}

/** False if the slug is taken. A retry with the same id finds the row of the first attempt. */
async function insertWithSlug(context: Context, link: PaymentLink): Promise<boolean> {
  try {
    await context.sql.begin(async (sql) => {
      if (!(await insertLink(sql, link))) return
      if (!(await insertSlug(sql, link))) refuse('slug_taken')
      await tell(context, sql, 'payment_link.created', link)
    })
    context.pubSub.publish(EVENTS_TOPIC, link)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'slug_taken') return false
    throw error
  }
}

/** With the code of the split, for its id or code. The split is checked again at each payment. */
async function withSplitCode<Terms extends Partial<LinkTerms>>(
  context: Context,
  scope: Scope,
  terms: Terms,
): Promise<Terms> {
  const { splitCode } = terms
  if (!splitCode) return terms
  return { ...terms, splitCode: codeIn(await frozenSplit(context, scope, splitCode)) }
}
