import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import type { Kobo } from '../../platform/money.ts'
import { fromFreshReading } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import { findRail, offersChannel } from '../../providers/capabilities.ts'
import { codeOf, dataOf, happening, sentenceOf } from '../transactions/history.ts'
import { reserveUse } from '../transactions/link-uses.ts'
import type {
  Channel,
  ChosenChannel,
  Happening,
  Transaction,
  TransactionKey,
} from '../transactions/transactions.rows.ts'
import {
  accessCodeOf,
  change,
  channelsOf,
  findByKey,
  isOpen,
  readAccessCode,
} from '../transactions/transactions.ts'
import { visibleMetadata } from '../transactions/visible-metadata.ts'
import { currentOneOff, oneOffAccountFor } from '../virtual-accounts/one-off.ts'
import type { Issued, OneOffAccount } from '../virtual-accounts/virtual-accounts.rows.ts'

import { findOpenAttempt } from './card.ts'
import { ATTEMPTS_MAX, type CardAttempt } from './card-attempt.ts'

export { findPaidBy, findPayingAttempt, listAttemptsOf } from './card.sql.ts'
export { enquireAfterReturn, payByCard, payOnTheirPage, sendOtp, sendPin } from './card.ts'
export {
  type AttemptState,
  type CardAttempt,
  chargeHandle,
  reversalHandle,
} from './card-attempt.ts'
export { enquireDue } from './enquiries.ts'

// The checkout is what a customer sees of one transaction. The access code in its address is the
// credential: whoever has it may look and pay, and do nothing else. Amount and business come from
// the transaction, never from the request.

export type Checkout = {
  transaction: Transaction
  businessName: string
  /** In which the business wants all its customers to read; null where they may choose. */
  language: string | null
  /** Where the logo of the business is. */
  logo: string | null
  /** The card attempt that waits for somebody, if there is one. */
  attempt: CardAttempt | null
}

/** What the page shows of it. */
export type CheckoutView = {
  accessCode: string
  domain: 'test' | 'live'
  status: 'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed'
  reference: string
  amount: Kobo
  currency: 'NGN'
  businessName: string
  email: string
  channels: ChosenChannel[]
  /** Whose page the card is typed on; null where it is ours. */
  cardPageOf?: string | null
  expiresAt: Date
  next: { kind: 'none' | 'pin' | 'otp' | 'redirect'; url?: string }
  transfer: TransferAccount | null
  /** The decline sentence, or what the customer's bank says of the step to take. */
  message: Happening | null
  attemptsLeft: number
  /** Complete: `reference` and `trxref` are already in its query. */
  returnUrl: string | null
  cancelUrl: string | null
  paidAt: Date | null
  /** Where the logo of the business is; its letters stand for it where it has none. */
  logo?: string | null
  /** From `metadata.custom_fields`. */
  description: { label: string; value: string }[]
  /** How it was paid, for the receipt. */
  channel?: Channel | null
  /** For the curl line that test mode shows. */
  baseUrl?: string
}

export type TransferAccount = {
  accountNumber: string
  accountName: string
  bank: { name: string; code: string }
  amount: Kobo
  expiresAt: Date
}

/** Refuses a code that was never issued as it refuses one that belongs to nothing. */
export async function findCheckout(context: Context, accessCode: string): Promise<Checkout> {
  const key = readAccessCode(context.keys, accessCode) ?? refuse('transaction_not_found')
  const transaction = (await findByKey(context, key)) ?? refuse('transaction_not_found')
  const [{ businessName, checkoutLanguage: language, logo }, attempt] = await Promise.all([
    settingsOf(context, key),
    findOpenAttempt(context, key),
  ])
  return { transaction, businessName, language, logo: logo?.path ?? null, attempt }
}

export function keyOf(context: Context, accessCode: string): TransactionKey {
  return readAccessCode(context.keys, accessCode) ?? refuse('transaction_not_found')
}

/** Asked twice, the same account. Money is awaited from then on. */
export async function payByTransfer(
  context: Context,
  key: TransactionKey,
): Promise<Issued<OneOffAccount>> {
  const happened = happening('account_requested')
  const before = await fromFreshReading(async () => {
    const read = (await findByKey(context, key)) ?? refuse('transaction_not_found')
    if (read.status === 'success') refuse('already_paid')
    if (!isOpen(read, context.now())) refuse('already_closed')
    if (!channelsOf(read).includes('bank_transfer')) refuse('channel_not_allowed')
    return reserveUse(context, read, happened)
  })
  const account = await oneOffAccountFor(context, before)
  const awaited = ({ status }: Transaction) =>
    status === 'pending' ? ({ status: 'ongoing', happened } as const) : null
  await change(context, key, awaited, before)
  return account
}

/** Who looks: kept once, for the business's records. */
export async function noteVisit(
  context: Context,
  { transaction }: Checkout,
  ipAddress: string,
): Promise<void> {
  if (transaction.ipAddress !== null) return
  await change(context, transaction, (fresh) =>
    fresh.ipAddress !== null || !isOpen(fresh, context.now())
      ? null
      : { ipAddress, happened: happening('opened') },
  )
}

/** What the page's own calls answer. */
export function statusOf(context: Context, { transaction, businessName, attempt }: Checkout) {
  const returnUrl = returnUrlOf(transaction)
  return {
    status: transaction.status,
    reference: transaction.reference,
    amount: Number(transaction.amount),
    currency: 'NGN' as const,
    business_name: businessName,
    channels: offeredChannels(context, transaction),
    expires_at: transaction.expiresAt.toISOString(),
    next: nextOf(transaction, attempt, context.now()),
    ...(returnUrl !== null && { return_url: returnUrl }),
    ...messageOf(transaction.message || null),
    attempts_left: attemptsLeft(transaction),
  }
}

/** The sentence in English, and the code and data by which the page says it in its language. */
function messageOf(message: Happening | null) {
  if (message === null) return { message: '' }
  return {
    message: sentenceOf(message),
    message_code: codeOf(message),
    message_data: dataOf(message),
  }
}

export async function viewOf(context: Context, checkout: Checkout): Promise<CheckoutView> {
  const { transaction, businessName, logo, attempt } = checkout
  const now = context.now()
  const visible = visibleMetadata(transaction)
  return {
    accessCode: accessCodeOf(context.keys, transaction),
    domain: transaction.mode,
    status: transaction.status,
    reference: transaction.reference,
    amount: transaction.amount,
    currency: 'NGN',
    businessName,
    email: transaction.email,
    channels: offeredChannels(context, transaction),
    cardPageOf: cardPageOf(context, transaction),
    expiresAt: transaction.expiresAt,
    next: nextOf(transaction, attempt, now),
    transfer: isOpen(transaction, now) ? await currentOneOff(context, transaction) : null,
    message: transaction.message || null,
    attemptsLeft: attemptsLeft(transaction),
    returnUrl: returnUrlOf(transaction),
    cancelUrl: visible.cancelUrl ?? returnUrlOf(transaction),
    paidAt: transaction.paidAt,
    description: visible.fields,
    channel: transaction.channel,
    baseUrl: context.baseUrl(),
    logo,
  }
}

/** Those of the payment that a provider of its mode offers. */
function offeredChannels({ rails }: Context, transaction: Transaction): ChosenChannel[] {
  return channelsOf(transaction).filter((channel) => offersChannel(rails, transaction, channel))
}

function cardPageOf({ rails }: Context, transaction: Transaction): string | null {
  if (findRail(rails, transaction, 'card')) return null
  return findRail(rails, transaction, 'hosted_card')?.pageOf ?? null
}

/**
 * Where the customer goes back to, with `trxref` and `reference` behind whatever else is in the
 * query; null where neither the payment nor the business has an address.
 */
export function returnUrlOf({ callbackUrl, reference }: Transaction): string | null {
  if (callbackUrl === null) return null
  const url = new URL(callbackUrl)
  const name = encodeURIComponent(reference)
  const others = url.search.slice(1).split('&').filter(isOthers)
  url.search = [...others, `trxref=${name}`, `reference=${name}`].join('&')
  return url.href
}

/** Not one of the two names that are ours, however it is encoded. */
function isOthers(pair: string): boolean {
  const [name = ''] = new URLSearchParams(pair).keys()
  return pair !== '' && name !== 'trxref' && name !== 'reference'
}

function nextOf(transaction: Transaction, attempt: CardAttempt | null, now: Date) {
  if (!isOpen(transaction, now) || attempt === null) return { kind: 'none' as const }
  switch (attempt.state) {
    case 'pin':
    case 'otp':
      return { kind: attempt.state }
    case 'redirect':
      return { kind: attempt.state, ...(attempt.redirectUrl && { url: attempt.redirectUrl }) }
    default:
      return { kind: 'none' as const }
  }
}

function attemptsLeft({ attempts }: Transaction): number {
  return Math.max(0, ATTEMPTS_MAX - attempts)
}
