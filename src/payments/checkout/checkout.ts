import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { toWire } from '../../core/wire.ts'
import { fromFreshReading } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import { findRail, keepsCards, offersChannel } from '../../providers/capabilities.ts'
import type { Method } from '../../providers/rails.ts'
import { findPlan } from '../plans/plans.ts'
import { codeOf, dataOf, happening, sentenceOf } from '../transactions/history.ts'
import { reserveUse } from '../transactions/link-uses.ts'
import {
  type ChosenChannel,
  isCharged,
  type Transaction,
  type TransactionKey,
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

import { ATTEMPTS_MAX, type CardAttempt } from './card-attempt.ts'
import { findOpenAttempt } from './card-begin.ts'
import { codeIn } from './dial.ts'

export { eraseConsents, findPaidBy, findPayingAttempt, listAttemptsOf } from './card.sql.ts'
export {
  enquireAfterReturn,
  type Payer,
  payByCard,
  payByToken,
  payByUssd,
  payOnTheirPage,
  sendOtp,
  sendPin,
} from './card.ts'
export {
  type AttemptState,
  type CardAttempt,
  chargeHandle,
  reversalHandle,
} from './card-attempt.ts'
export { enquireAboutCharge, enquireDue } from './enquiries.ts'

// The checkout is what a customer sees of one transaction. The access code in its address is the
// credential: it allows to look and to pay, and nothing else. Amount and business come from the
// transaction, never from the request.

export type Checkout = {
  transaction: Transaction
  businessName: string
  /** The language that the business sets for all its customers; null: they choose. */
  language: string | null
  /** The path of the business's logo. */
  logo: string | null
  /** The open attempt. */
  attempt: CardAttempt | null
}

/** What the page shows. */
export type CheckoutView = Awaited<ReturnType<typeof viewOf>>

type TransferAccount = Pick<
  Issued<OneOffAccount>,
  'accountNumber' | 'accountName' | 'bank' | 'createdAt' | 'expiresAt'
> &
  Partial<Pick<OneOffAccount, 'payable'>>

/** A code that was never issued, and one whose transaction does not exist, get the same refusal. */
export async function findCheckout(context: Context, accessCode: string): Promise<Checkout> {
  const key = keyOf(context, accessCode)
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

/** Returns the same account when called again. The payment is `ongoing` from then on. */
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

/** Stores the address of the first visitor, for the business's records. */
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

/** What the page and its status calls both show. */
function shownOf(context: Context, { transaction, businessName, attempt }: Checkout) {
  const { status, reference, amount, expiresAt, message, attempts } = transaction
  const channels = channelsOf(transaction)
  return {
    status,
    reference,
    amount,
    businessName,
    channels: channels.filter((channel) => offersChannel(context.rails, transaction, channel)),
    expiresAt,
    next: nextOf(transaction, attempt, context.now()),
    message: message || null,
    attemptsLeft: Math.max(0, ATTEMPTS_MAX - attempts),
    /** With `trxref` and `reference`. */
    returnUrl: returnUrlOf(transaction),
  }
}

/** The response of the page's own calls. */
export function statusOf(context: Context, checkout: Checkout) {
  const { message, returnUrl, ...shown } = shownOf(context, checkout)
  return {
    ...toWire(shown),
    currency: 'NGN' as const,
    ...(returnUrl !== null && { return_url: returnUrl }),
    message: message === null ? '' : sentenceOf(message),
    // The page says it in its own language.
    ...(message && { message_code: codeOf(message), message_data: dataOf(message) }),
  }
}

export async function viewOf(context: Context, checkout: Checkout) {
  const { transaction, logo } = checkout
  const shown = shownOf(context, checkout)
  const { cancelUrl, fields } = visibleMetadata(transaction)
  const transfer: TransferAccount | null = isOpen(transaction, context.now())
    ? await currentOneOff(context, transaction)
    : null
  const { planId } = transaction
  return {
    ...shown,
    plan: planId && (await findPlan(context.sql, { ...transaction, planId })),
    accessCode: accessCodeOf(context.keys, transaction),
    domain: transaction.mode,
    email: transaction.email,
    saveCard: transaction.saveCard,
    offersKept: offersKeptCards(context, transaction),
    pages: pagesOf(context, transaction, shown.channels),
    ussdBanks: findRail(context.rails, transaction, 'ussd')?.ussdBanks ?? [],
    transfer,
    cancelUrl: cancelUrl ?? shown.returnUrl,
    paidAt: transaction.paidAt,
    channel: transaction.channel,
    card: cardOf(transaction),
    /** From `metadata.custom_fields`. */
    description: fields,
    baseUrl: context.baseUrl(),
    logo,
  }
}

/**
 * Whether a customer may pay with a kept card, after a code by email. It depends on the payment and
 * the service only: the page must not tell whether the customer has a card.
 */
export function offersKeptCards({ rails }: Context, transaction: Transaction): boolean {
  const { saveCard } = transaction
  if (saveCard !== 'offer' && saveCard !== 'required') return false
  if (!channelsOf(transaction).includes('card')) return false
  return keepsCards(rails, transaction) && findRail(rails, transaction, 'mail') !== null
}

/** The brand and the last four digits of the card that paid. */
function cardOf({ status, channel, authorizationDetails }: Transaction) {
  if (status !== 'success' || channel !== 'card') return null
  return cardIn(authorizationDetails ?? '{}')
}

/** What a customer reads of a card. `details`: as stored. */
export function cardIn(details: string): { brand: string; last4: string } | null {
  const { brand, last4 } = JSON.parse(details) as Record<string, unknown>
  if (typeof brand !== 'string' || typeof last4 !== 'string') return null
  return { brand: `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`, last4 }
}

/** The providers on whose pages the customer pays, by method. All others are on ours. */
function pagesOf({ rails }: Context, transaction: Transaction, channels: ChosenChannel[]) {
  const pages: Partial<Record<Method, string>> = {}
  for (const channel of channels) {
    if (!isCharged(channel)) continue
    if (channel === 'card' || channel === 'ussd') {
      if (findRail(rails, transaction, channel)) continue
    }
    const pageOf = findRail(rails, transaction, `hosted_${channel}`)?.pageOf
    if (pageOf !== undefined) pages[channel] = pageOf
  }
  return pages
}

/** Where the customer returns: `callbackUrl` with `trxref` and `reference` added to its query. */
export function returnUrlOf({ callbackUrl, reference }: Transaction): string | null {
  if (callbackUrl === null) return null
  const url = new URL(callbackUrl)
  const name = encodeURIComponent(reference)
  const others = url.search.slice(1).split('&').filter(isOthers)
  url.search = [...others, `trxref=${name}`, `reference=${name}`].join('&')
  return url.href
}

/** Whether this part of a query is neither `trxref` nor `reference`, however it is encoded. */
function isOthers(pair: string): boolean {
  const [name = ''] = new URLSearchParams(pair).keys()
  return pair !== '' && name !== 'trxref' && name !== 'reference'
}

type Next = {
  kind: 'none' | 'pin' | 'otp' | 'redirect' | 'dial'
  channel?: Method
  url?: string
  code?: string
}

function nextOf(transaction: Transaction, attempt: CardAttempt | null, now: Date): Next {
  if (!isOpen(transaction, now) || attempt === null) return { kind: 'none' }
  const { state, method: channel, redirectUrl: url } = attempt
  if (state === 'pin' || state === 'otp') return { kind: state, channel }
  if (state !== 'redirect') return { kind: 'none' }
  const code = codeIn(url)
  return {
    kind: code === null ? state : 'dial',
    channel,
    ...(url && { url }),
    ...(code && { code }),
  }
}
