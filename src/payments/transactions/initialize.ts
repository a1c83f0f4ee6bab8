import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { refuseStrangeApp, settingsOf } from '../../accounts/businesses/businesses.ts'
import { findOrCreateCustomer, foldEmail, splitName } from '../../accounts/customers/customers.ts'
import { type Context, type Scope, seededReference } from '../../core/context.ts'
import { batchedFor } from '../../platform/batch.ts'
import { DAY, HOUR, later, SECOND } from '../../platform/clock.ts'
import { type Id, momentOf, newId, publicId, shortId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { fromFreshReading } from '../../platform/optimistic.ts'
import { PAGE_MS_MAX } from '../../platform/provider-settings.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { offersChannel, refuseChannel } from '../../providers/capabilities.ts'
import { codeIn, fits } from '../splits/frozen.ts'
import { frozenSplit } from '../splits/splits.ts'
import { type Planned, plannedPayment } from '../subscriptions/planned.ts'
import { displace } from './displace.ts'
import { amountToNet, checkoutPlan, feesOf } from './fees.ts'
import { type Sent, sentIn } from './sent.ts'
import {
  CHANNELS,
  type ChosenChannel,
  type NewTransaction,
  type Transaction,
  type TransactionId,
  type TransactionKey,
} from './transactions.rows.ts'
import { insertMany } from './transactions.sql.ts'
import { accessCodeOf, findByReference, isOpen } from './transactions.ts'

// Initialize creates a transaction that a customer can pay. The unique reference decides between
// concurrent requests: one inserts, the other finds what was inserted. If a payment made with the
// public key holds the reference, the server's payment takes it over (displace.ts).

export type InitializeInput = {
  /** Before the fee, if the customer bears it. */
  amount: Kobo
  email: string
  name: string
  reference: string | null
  /** JSON, stored byte for byte. */
  metadata: string | null
  channels: ChosenChannel[] | null
  feeBearer: 'business' | 'customer'
  splitCode: string | null
  /** Instead of `splitCode`: terms for this payment only, from `frozenTerms`. */
  splitTerms?: string | null
  ipAddress: string | null
  /** The kind of key that calls. */
  madeWith: 'secret' | 'public'
  /** Charges a mandate: nobody chooses the channel at the checkout, and the bank takes days. */
  isDebit?: boolean
  /** The id to use, so that a repeated call finds the first one's payment: Idempotency-Key. */
  effectId: string | null
  /** A subscription to this plan begins with the payment. */
  plan?: Planned | null
  /** `isLimited`: the link has `uses_max` (link-uses.ts). */
  link?: { paymentLinkId: Id<'payment_link'>; isLimited: boolean }
} & Partial<Sent>

export type Initialized = {
  id: string
  accessCode: string
  authorizationUrl: string
  reference: string
  expiresAt: Date
}

const ROW_BYTES = 500
const PLACE_SECONDS_MAX = HOUR / SECOND
/** As long as its charge is enquired about. */
const DEBIT_SECONDS = (PAGE_MS_MAX + DAY) / SECOND

/**
 * A repeated reference with the same amount and email returns the transaction while it is unpaid,
 * and is refused otherwise. Refuses a split that is inactive or does not fit the amount.
 */
export async function initialize(
  context: Context,
  scope: Scope,
  input: InitializeInput,
): Promise<Initialized> {
  const planned = input.plan
    ? await plannedPayment(context, scope, { ...input, ...input.plan })
    : {}
  const sent = { ...sentIn(input), ...(input.plan && { saveCard: 'required' }) }
  const [settings, split] = await Promise.all([
    settingsOf(context, scope),
    input.splitCode === null
      ? (input.splitTerms ?? null)
      : frozenSplit(context, scope, input.splitCode),
  ])
  // That of a link was checked when the link was saved.
  if (input.link === undefined) refuseStrangeApp(settings, sent.callbackUrl)
  const order = (settings.checkoutChannels?.split(',') ?? []) as ChosenChannel[]
  const channels: ChosenChannel[] = input.plan
    ? ['card']
    : (input.channels ?? [...new Set([...order, ...CHANNELS])])
  if (!input.isDebit) refuseUnoffered(context, scope, channels)
  const plan = checkoutPlan(settings)
  const { amount: requestedAmount } = input
  const amount =
    input.feeBearer === 'customer' ? amountToNet(plan, requestedAmount) : requestedAmount
  const { fee, vat } = feesOf(plan, amount)
  if (split !== null && !fits(split, amount, kobo(fee + vat))) refuse('invalid_split')
  const names = splitName(input.name)
  const customerId = await findOrCreateCustomer(context, scope, { ...input, ...sent, ...names })
  const now = context.now()
  const id = (input.effectId ?? newId(now)) as TransactionId
  const wanted: NewTransaction = {
    ...sent,
    businessId: scope.businessId,
    mode: scope.mode,
    id,
    reference: input.reference ?? seededReference(context, scope, input) ?? shortId(id),
    amount,
    requestedAmount,
    channels: channels.join(','),
    customerId,
    email: input.email,
    customerName: input.name,
    customerLastName: null,
    callbackUrl: sent.callbackUrl ?? settings.defaultCallbackUrl,
    metadata: input.metadata,
    ipAddress: input.ipAddress,
    madeWith: input.madeWith,
    split,
    paymentLinkId: input.link?.paymentLinkId ?? null,
    planId: null,
    planQuantity: null,
    ...planned,
    // Not `now` in a repeated call: lists by time compare ids.
    createdAt: momentOf(id),
    expiresAt: later(now, secondsOf(settings, input) * SECOND),
  }
  const made = await fromFreshReading(async () =>
    (await insert(context, wanted)) ? wanted : findOrDisplace(context, wanted),
  )
  return initialized(context, made)
}

/** Refuses if none of the channels is offered: nobody could pay. */
function refuseUnoffered(
  { rails }: Context,
  scope: Scope,
  channels: readonly ChosenChannel[],
): void {
  if (channels.some((channel) => offersChannel(rails, scope, channel))) return
  refuseChannel(rails, scope, channels[0] ?? 'card')
}

/** A customer who does not finish holds a use of a limited link for an hour at most. */
function secondsOf({ expirySeconds }: ModeSettings, { link, isDebit }: InitializeInput): number {
  if (isDebit) return DEBIT_SECONDS
  return link?.isLimited ? Math.min(expirySeconds, PLACE_SECONDS_MAX) : expirySeconds
}

async function findOrDisplace(
  context: Context,
  wanted: NewTransaction,
): Promise<Transaction | NewTransaction> {
  const twin = await findByReference(context, wanted, wanted.reference)
  if (twin.madeWith === 'public' && wanted.madeWith === 'secret') {
    await displace(context, twin, wanted)
    return wanted
  }
  // A caller with the public key must not find or replace a payment of the server.
  if (twin.madeWith !== wanted.madeWith) refuse('duplicate_reference')
  const differing = differences(twin, wanted)
  if (differing.length === 0 && isOpen(twin, context.now())) return twin
  // Anyone can have the public key, so it learns nothing about the other payment.
  if (wanted.madeWith !== 'secret') refuse('duplicate_reference')
  const problem =
    differing.length > 0
      ? `has another ${differing.join(' and another ')}`
      : `can no longer be paid: ${twin.paidAt ? 'it was paid' : 'it has ended'}`
  const message = `The transaction with this reference ${problem}. Use a new reference.`
  throw new Refusal('duplicate_reference', { message })
}

/** The fields of the request in which the two payments differ. */
function differences(twin: Transaction, wanted: NewTransaction): string[] {
  const differs = {
    amount: twin.requestedAmount !== wanted.requestedAmount,
    fee_bearer: twin.requestedAmount === wanted.requestedAmount && twin.amount !== wanted.amount,
    email: foldEmail(twin.email) !== foldEmail(wanted.email),
    split_code: codeIn(twin.split) !== codeIn(wanted.split),
    plan: twin.planId !== wanted.planId,
    quantity: (twin.planQuantity ?? 1) !== (wanted.planQuantity ?? 1),
  }
  return Object.entries(differs).flatMap(([field, isOther]) => (isOther ? [field] : []))
}

function initialized(
  context: Context,
  transaction: TransactionKey & { reference: string; expiresAt: Date },
): Initialized {
  const accessCode = accessCodeOf(context.keys, transaction)
  return {
    id: publicId('transaction', transaction.id),
    accessCode,
    authorizationUrl: `${context.baseUrl()}/checkout/${accessCode}`,
    reference: transaction.reference,
    expiresAt: transaction.expiresAt,
  }
}

const insert = batchedFor(({ hot }: Context, rows: NewTransaction[]) => insertMany(hot, rows), {
  bytesOf: ({ metadata, split }) => ROW_BYTES + (metadata?.length ?? 0) + (split?.length ?? 0),
})
