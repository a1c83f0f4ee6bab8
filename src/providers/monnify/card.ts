import { HOUR } from '../../platform/clock.ts'
import { isLoopback } from '../../platform/networks.ts'
import { silenceOf } from '../client.ts'
import type { CardAuthorization, CardOutcome, HostedRail } from '../rails.ts'
import { lineOf, memberOf, rowOf, textOf } from '../values.ts'
import { isNotFound, PAYMENT_STATES } from './answers.ts'
import type { Api } from './client.ts'
import { beginPayment, queryPayment } from './payments.ts'
import { amountOf, referenceOf } from './values.ts'

// Cards on Monnify's page. The payment reference is our key. Monnify does not refund cards.

/** After this age, a failed payment is final. Monnify does not document how long a page lives. */
const PAGE_MS = 24 * HOUR
const NO_REFUND = { kind: 'refused', reason: 'card_not_refundable' } as const

type Open = Parameters<HostedRail['openPage']>[0]
type Enquiry = Parameters<HostedRail['enquire']>[0]

export function cards(api: Api): Omit<HostedRail, 'name'> {
  return {
    pageOf: 'Monnify',
    methods: ['card'],
    openPage: (request) => openPage(api, request),
    enquire: (request) => enquire(api, request),
    reverse: async () => NO_REFUND,
    refund: async () => NO_REFUND,
    enquireRefund: async () => ({ kind: 'not_found' }),
  }
}

/** Monnify returns the page's URL once. If that answer is lost, nobody can open the page. */
async function openPage(api: Api, { key, amount, email, returnUrl }: Open): Promise<CardOutcome> {
  const isAddress = URL.canParse(returnUrl) && /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(email)
  if (referenceOf(key) === null || !isAddress) return { kind: 'unavailable' }
  const asked = {
    reference: key,
    amount,
    email,
    returnUrl,
    name: 'Customer',
    method: 'CARD',
  } as const
  const begun = await beginPayment(api, asked)
  if (begun.kind === 'exists') return { kind: 'unknown' }
  if (begun.kind === 'said') return silenceOf(begun.said)
  const url = pageIn(api, begun.checkoutUrl)
  if (url === null) return { kind: 'unknown' }
  const handle = begun.transactionReference
  return { kind: 'redirect_required', url, authorization: null, handle }
}

/** Only accepts a URL of Monnify: customers are redirected to it. */
function pageIn({ config }: Api, said: unknown): string | null {
  const url = URL.parse(textOf(said))
  if (url === null || url.username !== '' || url.password !== '') return null
  const isTheirs = url.protocol === 'https:' && /(^|\.)monnify\.com$/.test(url.hostname)
  const isHere = isLoopback(url.hostname) && url.origin === new URL(config.baseUrl ?? '').origin
  return isTheirs || isHere ? url.href : null
}

async function enquire(api: Api, { key, amount }: Enquiry): Promise<CardOutcome> {
  if (referenceOf(key) === null) return { kind: 'not_found' }
  const said = await queryPayment(api, { paymentReference: key })
  if (said.kind !== 'done') return isNotFound(said) ? { kind: 'not_found' } : silenceOf(said)
  if (memberOf(said.body, 'paymentReference') !== key) return { kind: 'unknown' }
  const state = rowOf(PAYMENT_STATES, memberOf(said.body, 'paymentStatus'))
  if (state === 'pending') return { kind: 'pending' }
  if (state === 'over') return { kind: 'declined', reason: 'declined', authorization: null }
  if (state === 'retryable') {
    // The customer may try another card while the page is open.
    if (!isOver(api, key)) return { kind: 'pending', declined: 'declined' }
    return { kind: 'declined', reason: 'declined', authorization: null }
  }
  if (state !== 'paid') return { kind: 'unknown' }
  const paid = amountOf(memberOf(said.body, 'amountPaid'))
  if (paid === null || (amount !== undefined && paid < amount)) return { kind: 'unknown' }
  if (memberOf(said.body, 'paymentMethod') !== 'CARD') return { kind: 'unknown' }
  const handle = referenceOf(memberOf(said.body, 'transactionReference'))
  const authorization = authorizationIn(memberOf(said.body, 'cardDetails'))
  return { kind: 'approved', authorization, ...(handle !== null && { handle }) }
}

/** Our key is a UUIDv7, which contains its time. */
function isOver({ now }: Api, key: string): boolean {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(key)
  if (hex === null) return false
  return now().getTime() - Number.parseInt(`${hex[1]}${hex[2]}`, 16) > PAGE_MS
}

/** Keeps the first six and last four digits only. */
function authorizationIn(said: unknown): CardAuthorization {
  const digits = (name: string, pattern: RegExp) => {
    const text = textOf(memberOf(said, name))
    return pattern.test(text) ? text : ''
  }
  const type = lineOf(memberOf(said, 'cardType'), 40).replace(/\d{5,}/g, '')
  return {
    bin: digits('bin', /^\d{6}$/),
    last4: digits('last4', /^\d{4}$/),
    expMonth: digits('expMonth', /^\d{1,2}$/),
    expYear: digits('expYear', /^\d{2}(\d{2})?$/),
    brand: type,
    cardType: type,
    bank: lineOf(memberOf(said, 'bankName'), 100).replace(/\d{5,}/g, ''),
    countryCode: digits('countryCode', /^[A-Z]{2,3}$/),
    reusable: false,
  }
}
