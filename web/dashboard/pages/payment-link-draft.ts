import type { DataOf, RequestOf, Schemas } from '../api.ts'
import type { Tone } from '../parts/values.tsx'
import { hour, lagosDay } from '../time.ts'

// The form of a payment link, and its conversion for the API. Times are those of Lagos; an empty
// field becomes null, which clears the value.

export type Draft = {
  name: string
  description: string
  /** Whether the link has a price, or the customer enters the amount. */
  isFixed: boolean
  amount: number | null
  least: number | null
  most: number | null
  slug: string
  feeBearer: 'business' | 'customer'
  channels: 'all' | NonNullable<Schemas['PaymentLink']['channels']>[number]
  /** 2026-11-21T18:00, in Lagos. */
  expires: string
  usesMax: string
  callbackUrl: string
  splitCode: string
  questions: Question[]
}
/** The number identifies a question while it is edited. */
export type Question = { number: number; label: string; required: boolean }

type Body = RequestOf<'POST', '/payment-links'>

const LAGOS = '+01:00'

export const EMPTY_DRAFT: Draft = {
  name: '',
  description: '',
  isFixed: true,
  amount: null,
  least: null,
  most: null,
  slug: '',
  feeBearer: 'business',
  channels: 'all',
  expires: '',
  usesMax: '',
  callbackUrl: '',
  splitCode: '',
  questions: [],
}

export function draftOf(link: Link): Draft {
  return {
    name: link.name,
    description: link.description ?? '',
    isFixed: link.amount !== null,
    amount: link.amount,
    least: link.min_amount,
    most: link.max_amount,
    slug: link.slug,
    feeBearer: link.fee_bearer,
    channels: (link.channels?.length === 1 && link.channels[0]) || 'all',
    expires: link.expires_at === null ? '' : lagosMoment(link.expires_at),
    usesMax: link.uses_max === null ? '' : String(link.uses_max),
    callbackUrl: link.callback_url ?? '',
    splitCode: link.split_code ?? '',
    questions: link.fields.map(({ label, required }, number) => ({ number, label, required })),
  }
}

/** All but the slug, which never changes, and the metadata, which only servers write. */
export function bodyOf(draft: Draft): Body {
  const { isFixed, channels, expires } = draft
  return {
    name: draft.name,
    description: draft.description.trim() || null,
    amount: isFixed ? draft.amount : null,
    min_amount: isFixed ? null : draft.least,
    max_amount: isFixed ? null : draft.most,
    fee_bearer: draft.feeBearer,
    channels: channels === 'all' ? null : [channels],
    expires_at: expires === '' ? null : `${expires}:00${LAGOS}`,
    uses_max: draft.usesMax.trim() === '' ? null : Number(draft.usesMax),
    callback_url: draft.callbackUrl.trim() || null,
    split_code: draft.splitCode || null,
    fields: draft.questions.map(({ label, required }) => ({ label, required })),
  }
}

/** Changed fields only, so that concurrent changes by others stay. */
export function changesIn(draft: Draft, link: Link): Partial<Body> {
  const before: Record<string, unknown> = bodyOf(draftOf(link))
  const isNew = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name])
  return Object.fromEntries(Object.entries(bodyOf(draft)).filter(isNew)) as Partial<Body>
}

/** Why it cannot be sent; undefined if it can. */
export function wrongIn(draft: Draft): string | undefined {
  const { name, isFixed, amount, usesMax } = draft
  if (name.trim() === '') return 'Enter a name.'
  if (isFixed && !amount) return 'Enter an amount.'
  if (isBelow(draft)) return 'The maximum must be at least the minimum.'
  return isCount(usesMax) ? undefined : 'The maximum number of payments must be a whole number.'
}

export function isBelow({ isFixed, least, most }: Draft): boolean {
  return !isFixed && least !== null && most !== null && most < least
}

export function isCount(text: string): boolean {
  return /^\s*\d*\s*$/.test(text)
}

function lagosMoment(at: string): string {
  return `${lagosDay(new Date(at))}T${hour(at)}`
}

export type Link = DataOf<'GET', '/payment-links/{id}'>
type LinkState = 'on' | 'off' | 'expired' | 'used_up'

export const LINK_STATES: Record<LinkState, { tone: Tone; text: string }> = {
  on: { tone: 'good', text: 'On' },
  off: { tone: 'plain', text: 'Switched off' },
  expired: { tone: 'warn', text: 'Expired' },
  used_up: { tone: 'warn', text: 'Used up' },
}

/** In the order in which the payment page checks. */
export function stateOf({ active, expires_at, uses_max, payments }: Link): LinkState {
  if (!active) return 'off'
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return 'expired'
  return uses_max !== null && payments.used >= uses_max ? 'used_up' : 'on'
}
