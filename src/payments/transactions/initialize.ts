import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { refuseStrangeApp, settingsOf } from '../../accounts/businesses/businesses.ts'
import { findOrCreateCustomer, foldEmail, splitName } from '../../accounts/customers/customers.ts'
import type { Context, Scope } from '../../core/context.ts'
import { batchedFor } from '../../platform/batch.ts'
import { HOUR, later, SECOND } from '../../platform/clock.ts'
import { type Id, momentOf, newId, shortId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { fromFreshReading } from '../../platform/optimistic.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { offersChannel, refuseChannel } from '../../providers/capabilities.ts'
import { codeIn, fits } from '../splits/frozen.ts'
import { frozenSplit } from '../splits/splits.ts'
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

// Initialize makes a transaction that a customer can pay. Twins that arrive at once are told apart
// by the unique reference alone: one is inserted, the other finds it. A payment of the business's
// server never gives way to one that was made with the public key: it takes the reference over.

export type InitializeInput = {
  /** Kobo that the business wants. */
  amount: Kobo
  email: string
  name: string
  reference: string | null
  /** JSON, kept byte for byte. */
  metadata: string | null
  channels: ChosenChannel[] | null
  feeBearer: 'business' | 'customer'
  splitCode: string | null
  /** Terms that nobody keeps, from `frozenTerms`, instead of a split. */
  splitTerms?: string | null
  ipAddress: string | null
  /** Which kind of key asks. */
  madeWith: 'secret' | 'public'
  /** Where a second try must find what the first one made: see Idempotency-Key. */
  effectId: string | null
  link?: LinkUse
} & Partial<Sent>

/** Of a payment that comes by a payment link. */
type LinkUse = {
  paymentLinkId: Id<'payment_link'>
  /** Only so many may be paid: see link-uses.ts. */
  isLimited: boolean
}

export type Initialized = {
  accessCode: string
  authorizationUrl: string
  reference: string
  expiresAt: Date
}

const ROW_BYTES = 500
const PLACE_SECONDS_MAX = HOUR / SECOND

/**
 * The same reference with the same amount and e-mail while unpaid is the same transaction again;
 * otherwise it is refused. So is a split that is not active, or whose shares do not fit the amount.
 */
export async function initialize(
  context: Context,
  scope: Scope,
  input: InitializeInput,
): Promise<Initialized> {
  const sent = sentIn(input)
  const [settings, split] = await Promise.all([
    settingsOf(context, scope),
    input.splitCode === null
      ? (input.splitTerms ?? null)
      : frozenSplit(context, scope, input.splitCode),
  ])
  // Of a link it was checked when the link was saved: the customer can change nothing.
  if (input.link === undefined) refuseStrangeApp(settings, sent.callbackUrl)
  const channels = input.channels ?? CHANNELS
  refuseUnoffered(context, scope, channels)
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
    reference: input.reference ?? shortId(id),
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
    // Also of a second try: whoever looks for what was made at a time looks for its id.
    createdAt: momentOf(id),
    expiresAt: later(now, secondsOf(settings, input) * SECOND),
  }
  const made = await fromFreshReading(async () =>
    (await insert(context, wanted)) ? wanted : findOrDisplace(context, wanted),
  )
  return initialized(context, made)
}

/** Nobody could pay. What is offered of the channels is enough; the checkout shows no other. */
function refuseUnoffered(
  { rails }: Context,
  scope: Scope,
  channels: readonly ChosenChannel[],
): void {
  if (channels.some((channel) => offersChannel(rails, scope, channel))) return
  refuseChannel(rails, scope, channels[0] ?? 'card')
}

/** A use of a link that has few is not kept for a day by somebody who does not finish. */
function secondsOf({ expirySeconds }: ModeSettings, { link }: InitializeInput): number {
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
  // Who holds only the public key neither finds what the server made nor stands in its place.
  if (twin.madeWith !== wanted.madeWith) refuse('duplicate_reference')
  const differing = differences(twin, wanted)
  if (differing.length === 0 && isOpen(twin, context.now())) return twin
  // A public key, which anybody may have, is not told what the other payment is like.
  if (wanted.madeWith !== 'secret') refuse('duplicate_reference')
  const problem =
    differing.length > 0
      ? `has another ${differing.join(' and another ')}`
      : `can no longer be paid: ${twin.paidAt ? 'it was paid' : 'it has ended'}`
  const message = `The transaction with this reference ${problem}. Use a new reference.`
  throw new Refusal('duplicate_reference', { message })
}

/** The fields of the request in which two payments with one reference are not the same. */
function differences(twin: Transaction, wanted: NewTransaction): string[] {
  const differs = {
    amount: twin.requestedAmount !== wanted.requestedAmount,
    fee_bearer: twin.requestedAmount === wanted.requestedAmount && twin.amount !== wanted.amount,
    email: foldEmail(twin.email) !== foldEmail(wanted.email),
    split_code: codeIn(twin.split) !== codeIn(wanted.split),
  }
  return Object.entries(differs).flatMap(([field, isOther]) => (isOther ? [field] : []))
}

function initialized(
  context: Context,
  transaction: TransactionKey & { reference: string; expiresAt: Date },
): Initialized {
  const accessCode = accessCodeOf(context.keys, transaction)
  return {
    accessCode,
    authorizationUrl: `${context.baseUrl()}/checkout/${accessCode}`,
    reference: transaction.reference,
    expiresAt: transaction.expiresAt,
  }
}

const insert = batchedFor(({ hot }: Context, rows: NewTransaction[]) => insertMany(hot, rows), {
  bytesOf: ({ metadata, split }) => ROW_BYTES + (metadata?.length ?? 0) + (split?.length ?? 0),
})
