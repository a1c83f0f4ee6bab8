import type { Kobo } from '../../../src/platform/money.ts'
import { APPROVED, type BankSays, SHORT, type StandInCharge } from './books.ts'
import { authorizationRecord, customerRecord, type Domain } from './records.ts'
import { addressIn, amountIn, type Fields, knowAll, metadataOf, Refused, textIn } from './wire.ts'

// Cards that are charged again by their authorization code, in the stand-in. A code belongs to the
// email of the charge that made it. What is refused leaves no transaction.

/** What the bank says to the next charge of a code. `has`: all that the card has. */
export type Fate = 'approved' | 'paused' | 'processing' | { says: BankSays } | { has: Kobo }

/** `opened`: the customer has not approved it, or the bank has to activate it: `approved`. */
export type StandInMandate = {
  reference: string
  code: string
  email: string
  /** Of the page where the customer approves it. */
  accessCode: string
  account: { number: string; bank_code: string }
  state: 'opened' | 'approved' | 'active'
}

type Books = {
  readonly charges: readonly StandInCharge[]
  find(reference: string): StandInCharge | undefined
  open(asked: {
    reference: string | null
    amount: Kobo
    email: string
    channels: string[]
    callbackUrl: string | null
    cancelUrl: string | null
  }): StandInCharge
  attempt(charge: StandInCharge, says: BankSays): void
  receive(charge: StandInCharge): StandInCharge
  tellOfMandate(mandate: StandInMandate): void
}

export class PaystackTokens {
  readonly fates: Fate[] = []
  readonly mandates: StandInMandate[] = []
  readonly forgotten = new Set<string>()
  private readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  forget(code: string): boolean {
    if (!this.isKnown(code)) return false
    this.forgotten.add(code)
    return true
  }

  isKnown(code: string, email?: string): boolean {
    const mandate = this.mandates.find((one) => one.code === code && one.state === 'active')
    const paid = this.books.charges.find((one) => one.paidAt !== null && codeOf(one) === code)
    const made = mandate ?? paid
    if (made === undefined || this.forgotten.has(code)) return false
    return email === undefined || made.email === email
  }

  /** The customer approves it, or the bank activates it. */
  move(mandate: StandInMandate, state: 'approved' | 'active'): void {
    mandate.state = state
    this.books.tellOfMandate(mandate)
  }

  /** The bank's answer to a charge that was under way. */
  decide(charge: StandInCharge, says: BankSays): void {
    charge.says = says
    if (says === APPROVED) this.books.receive(charge)
    else charge.status = 'failed'
  }

  /** The charge as it stands, and whether the customer has to approve it on a page. */
  charge(asked: Asked): { charge: StandInCharge; isPaused: boolean } {
    const { reference, amount, atLeast, email, code } = asked
    const { callbackUrl, cancelUrl } = asked
    const isDebit = this.mandates.some((one) => one.code === code)
    const channels = [isDebit ? 'direct_debit' : 'card']
    const own = { reference, amount, email, channels, callbackUrl, cancelUrl }
    const charge = this.books.open(own)
    charge.code = code
    const fate = this.fates.shift() ?? 'approved'
    if (fate === 'processing') charge.status = 'ongoing'
    if (fate === 'approved') this.books.attempt(charge, APPROVED)
    if (typeof fate === 'object') {
      const has = 'has' in fate ? fate.has : null
      const isPart = has !== null && has < amount && atLeast !== null && has >= atLeast
      if (isPart) charge.amount = has
      const isEnough = has !== null && has >= charge.amount
      this.books.attempt(charge, 'says' in fate ? fate.says : isEnough ? APPROVED : SHORT)
    }
    return { charge, isPaused: fate === 'paused' }
  }
}

/** Each use of a card makes a code, except the charge of a code. */
export function codeOf({ id, code }: StandInCharge): string {
  return code ?? `AUTH_standin${id}`
}

type Asked = {
  reference: string | null
  amount: Kobo
  atLeast: Kobo | null
  code: string
  email: string
  callbackUrl: string | null
  cancelUrl: string | null
}

type Setting = { books: Books & { tokens: PaystackTokens }; domain: Domain; page: string }
const NOT_THEIRS =
  'Email does not match Authorization code. Authorization may be inactive or belong to a ' +
  'different email. Please confirm.'

export function chargeAuthorization(setting: Setting, fields: Fields, isPart: boolean): object {
  const { books, domain, page } = setting
  const known = ['authorization_code', 'email', 'amount', 'currency', 'reference']
  knowAll(fields, [...known, ...(isPart ? ['at_least'] : ['callback_url', 'metadata'])])
  const [code, email] = [textIn(fields, 'authorization_code'), textIn(fields, 'email')]
  const amount = amountIn(fields)
  const atLeast = isPart ? amountIn({ amount: fields.at_least }) : null
  if (code === null || email === null || amount === null) {
    throw new Refused(400, 'A required field is missing', 'missing_params')
  }
  if (isPart && (fields.currency !== 'NGN' || atLeast === null || atLeast > amount)) {
    throw new Refused(400, 'Invalid at_least', 'invalid_params')
  }
  const reference = textIn(fields, 'reference')
  if (reference !== null && books.find(reference)) {
    throw new Refused(400, 'Duplicate Transaction Reference', 'duplicate_reference')
  }
  if (!books.tokens.isKnown(code)) throw new Refused(400, 'Authorization code is invalid')
  if (!books.tokens.isKnown(code, email)) throw new Refused(400, NOT_THEIRS)
  const urls = {
    callbackUrl: addressIn(fields.callback_url),
    cancelUrl: addressIn(metadataOf(fields).cancel_action),
  }
  const made = { reference, amount, atLeast, code, email, ...urls }
  const { charge, isPaused } = books.tokens.charge(made)
  if (!isPaused) {
    const data = chargedRecord(charge, domain)
    const requested_amount = Number(charge.requested)
    return { message: 'Charge attempted', data: isPart ? { ...data, requested_amount } : data }
  }
  return {
    message: 'Please, redirect your customer to the authorization url provided',
    data: {
      authorization_url: `${page}/checkout/${charge.accessCode}`,
      reference: charge.reference,
      access_code: charge.accessCode,
      paused: true,
    },
  }
}

export function deactivate({ books }: Setting, fields: Fields): object {
  knowAll(fields, ['authorization_code'])
  if (!books.tokens.forget(textIn(fields, 'authorization_code') ?? '')) {
    throw new Refused(404, 'Authorization code not found.')
  }
  return { message: 'Authorization has been deactivated' }
}

function chargedRecord(charge: StandInCharge, domain: Domain) {
  const { says } = charge
  return {
    amount: Number(charge.amount),
    currency: 'NGN',
    transaction_date: charge.createdAt.toISOString(),
    status: charge.status,
    reference: charge.reference,
    domain,
    metadata: '',
    gateway_response: says?.text ?? 'The transaction was not completed',
    ...(says && { gateway_response_code: says.code, response_code: says.responseCode }),
    message: null,
    channel: charge.channels[0] ?? 'card',
    ip_address: null,
    log: null,
    fees: charge.fees === null ? null : Number(charge.fees),
    authorization: authorizationRecord(charge),
    customer: customerRecord(charge),
    plan: null,
    id: charge.id,
  }
}
