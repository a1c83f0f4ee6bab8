import { customerNamed, findCustomerId } from '../../src/accounts/customers/customers.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import { fromWire, PAYMENT_STATUSES } from '../../src/core/wire.ts'
import { TermsBody } from '../../src/payments/splits/splits.routes.ts'
import { frozenTerms } from '../../src/payments/splits/splits.ts'
import { subaccountNamed } from '../../src/payments/splits/subaccounts.ts'
import { valuesOf } from '../../src/payments/transactions/fields.ts'
import { type InitializeInput, initialize } from '../../src/payments/transactions/initialize.ts'
import type { TransactionFilter } from '../../src/payments/transactions/search.sql.ts'
import { ALL, pageOfTransactions, sumTransactions } from '../../src/payments/transactions/search.ts'
import { InitializeBody, inputOf } from '../../src/payments/transactions/transactions.routes.ts'
import type { Transaction } from '../../src/payments/transactions/transactions.rows.ts'
import { findByReference, findTransaction } from '../../src/payments/transactions/transactions.ts'
import { later } from '../../src/platform/clock.ts'
import { parsePublicId, publicCode } from '../../src/platform/ids.ts'
import { kobo } from '../../src/platform/money.ts'
import type { Listed, Page } from '../../src/platform/paging.ts'
import { Refusal, refuse } from '../../src/platform/refusal.ts'
import { Asked, checked, metadataOf, wrong } from './asked.ts'
import { type Answered, type Call, call, list } from './call.routes.ts'
import { customerOf } from './customers.routes.ts'
import { byNumber, momentOfNumber, numberIn } from './numbers.ts'
import { planOf, refuseOtherLimit } from './plans.routes.ts'
import { refusedWith } from './refused.ts'
import { listed, logOf, type OurTransaction, paystackTransaction } from './transaction-record.ts'

/** Our channels by Paystack's names. OPay is the mobile money that is offered. */
const CHANNELS: Record<string, string> = {
  card: 'card',
  bank_transfer: 'bank_transfer',
  ussd: 'ussd',
  bank: 'bank',
  mobile_money: 'opay',
}
const OFFERED = Object.keys(CHANNELS)
const WHOLE = 100
const NONE = 'transaction_not_found'
const OF_PLANS = ['plan', 'quantity', 'invoice_limit']

export const transactionCalls = [
  call('POST /transaction/initialize', 'POST /transactions/initialize', begin),
  call('GET /transaction/verify/:reference', 'GET /transactions/verify/:reference', verify),
  list(
    'GET /transaction',
    'GET /transactions',
    'Transactions retrieved',
    async ({ context, scope, query }, page) =>
      listTransactions(context, scope, await filterOf(context, scope, query), page),
    (rows) => rows.map((row) => listed(theirs(row))),
    volumeOf,
  ),
  call('GET /transaction/:id', 'GET /transactions/:id', async ({ context, scope, params }) => ({
    message: 'Transaction retrieved',
    data: listed(theirs(await transactionOf(context, scope, params['id'] ?? ''))),
  })),
  call(
    'GET /transaction/timeline/:id',
    'GET /transactions/:id/timeline',
    async ({ context, scope, params }) => {
      const name = params['id'] ?? ''
      const found =
        (await numbered(context, scope, name)) ?? (await findByReference(context, scope, name))
      const ours = oursOf(found)
      return { message: 'Timeline retrieved', data: { ...logOf(ours), channel: ours.channel } }
    },
  ),
]

async function volumeOf({ context, scope, query }: Call) {
  const filter = await filterOf(context, scope, query)
  return { total_volume: Number(await sumTransactions(context.sql, scope, filter)) }
}

/** As our own routes show it. */
export function oursOf(transaction: Transaction): OurTransaction {
  return valuesOf(transaction) as OurTransaction
}

export function theirs(transaction: Transaction) {
  return paystackTransaction(oursOf(transaction))
}

/** Paystack answers 400 for an unknown reference. */
async function verify({ context, scope, params, reply }: Call): Promise<Answered> {
  try {
    const found = await findByReference(context, scope, params['reference'] ?? '')
    return { message: 'Verification successful', data: theirs(found) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== NONE) throw error
    const { status, body } = refusedWith(400, NONE, 'Transaction reference not found.')
    return reply.status(status).send(body)
  }
}

/** By Paystack's number or our id. */
async function transactionOf(context: Context, scope: Scope, text: string): Promise<Transaction> {
  return (await numbered(context, scope, text)) ?? refuse(NONE)
}

async function numbered(context: Context, scope: Scope, text: string) {
  const id = parsePublicId('transaction', text)
  if (id !== null) return findTransaction(context.sql, { ...scope, id })
  const moment = momentOfNumber(numberIn(text) ?? 0)
  const filter = { ...ALL, from: moment, to: later(moment, 1) }
  return byNumber(text, (page) => listTransactions(context, scope, filter, page), 'id')
}

async function listTransactions(
  context: Context,
  scope: Scope,
  filter: TransactionFilter,
  page: Page,
): Promise<Listed<Transaction>> {
  const { transactions: rows, meta } = await pageOfTransactions(context, scope, filter, page)
  return { rows, meta }
}

async function begin(asked: Call) {
  const made = await initialized(asked, null)
  return {
    message: 'Authorization URL created',
    data: {
      authorization_url: made.authorizationUrl,
      access_code: made.accessCode,
      reference: made.reference,
    },
  }
}

/** `channels`: null for those that the request names, which may begin a subscription too. */
export async function initialized(asked: Call, channels: string[] | null) {
  return initialize(asked.context, asked.scope, await paymentIn(asked, channels))
}

export async function paymentIn(
  { context, scope, body, effectId }: Call,
  channels: string[] | null,
): Promise<InitializeInput> {
  if (body.has('subscription_start_date')) {
    wrong('subscription_start_date', 'subscription_start_date is not offered: POST /subscription.')
  }
  const other = channels && OF_PLANS.find((name) => body.has(name))
  if (other) wrong(other, `${other} is of POST /transaction/initialize, and not offered here.`)
  const planned = await plannedIn(context, scope, body)
  const metadata = metadataOf(body)
  const email = body.needed('email')
  const asked = checked(InitializeBody, {
    ...(planned ?? { amount: body.amount('amount') ?? body.needed('amount') }),
    email,
    name: await nameOf(context, scope, body, email),
    ...body.texts('phone', 'callback_url', 'reference', 'currency', 'split_code', 'save_card'),
    channels: planned === null ? (channels ?? channelsOf(body)) : ['card'],
  })
  const input = inputOf(
    { rawBody: '', effectId, body: { ...asked, metadata: metadata?.value } },
    { metadata: metadata?.text ?? null },
  )
  const splitTerms = await termsOf(context, scope, body, Number(input.amount))
  return { ...input, splitTerms }
}

/** The amount is that of the plan, whatever is sent. As at Paystack, only a card subscribes. */
async function plannedIn(context: Context, scope: Scope, body: Asked) {
  const code = body.text('plan')
  if (!code) return null
  const { planId, amount, times } = await planOf(context, scope, code)
  refuseOtherLimit(body, times)
  if (channelsOf(body)?.includes('card') === false) {
    wrong('channels', 'channels must have card: no other channel begins a subscription.')
  }
  const quantity = body.number('quantity') ?? 1
  return { plan: publicCode('plan', planId), quantity, amount: Number(amount) * quantity }
}

/** Paystack needs no name: use the customer's, or the part of the email before the @. */
export async function nameOf(context: Context, scope: Scope, body: Asked, email: string) {
  const sent = fullName(body.text('first_name'), body.text('last_name'))
  if (sent !== '') return sent
  const id = email.includes('@') ? await findCustomerId(context, scope, email) : null
  const known = id && (await customerNamed(context, scope, publicCode('customer', id)))
  const name = known ? fullName(known.firstName, known.lastName) : ''
  return name === '' ? email.split('@')[0]! : name
}

function fullName(first: string | null, last: string | null): string {
  return `${first ?? ''} ${last ?? ''}`.trim()
}

/** Drops Paystack's channels that we do not offer; refuses if none is left. */
function channelsOf(body: Asked) {
  const sent = body.list('channels')
  if (sent === null || sent.length === 0) return undefined
  const kept = OFFERED.filter((one) => sent.includes(one))
  if (kept.length > 0) return kept.map((one) => CHANNELS[one]!)
  return wrong(
    'channels',
    `channels must have one of ${OFFERED.join(', ')}: no others are offered.`,
  )
}

/** The terms of a payment that names no split: its own, or those of one subaccount. */
async function termsOf(
  context: Context,
  scope: Scope,
  body: Asked,
  amount: number,
): Promise<string | null> {
  const terms = body.object('split') ?? (await sharedWithOne(context, scope, body, amount))
  if (terms === null) return null
  if (body.has('split_code')) wrong('split_code', 'Send split_code, or split, or subaccount.')
  const sent = checked(TermsBody, {
    type: terms.text('type'),
    bearer_type: terms.text('bearer_type') ?? 'account',
    bearer_subaccount_id: terms.text('bearer_subaccount') ?? undefined,
    subaccounts: sharesOf(terms),
  })
  const shared = { bearerSubaccountId: null, ...fromWire(TermsBody, sent) }
  return frozenTerms(context, scope, shared, 'split')
}

export function sharesOf(terms: Asked): { subaccount_id: string; share: number }[] {
  return (terms.list('subaccounts') ?? []).map((one) => {
    const share = new Asked(one)
    return { subaccount_id: share.needed('subaccount'), share: share.number('share') ?? 0 }
  })
}

/** Paystack states the share of the main account: `transaction_charge`, or a percentage. */
async function sharedWithOne(context: Context, scope: Scope, body: Asked, amount: number) {
  const code = body.text('subaccount')
  if (code === null) return null
  const { percentageCharge } = await subaccountNamed(context, scope, code)
  const kept = body.number('transaction_charge')
  if (kept === null && percentageCharge === null) {
    wrong('subaccount', 'This subaccount has no percentage_charge. Send transaction_charge.')
  }
  const share = kept === null ? WHOLE - percentageCharge! / WHOLE : amount - kept
  const isBorne = body.text('bearer') === 'subaccount'
  return new Asked({
    type: kept === null ? 'percentage' : 'flat',
    bearer_type: isBorne ? 'subaccount' : 'account',
    bearer_subaccount: isBorne ? code : null,
    subaccounts: [{ subaccount: code, share }],
  })
}

export async function filterOf(
  context: Context,
  scope: Scope,
  query: Asked,
): Promise<TransactionFilter> {
  const status = query.oneOf('status', PAYMENT_STATUSES)
  const amount = query.number('amount')
  if (amount !== null && !(Number.isSafeInteger(amount) && amount >= 0)) {
    wrong('amount', 'amount must be whole kobo.')
  }
  const customer = query.text('customer')
  const exactly = amount === null ? null : kobo(amount)
  return {
    ...ALL,
    status: status && [status],
    customerId: customer ? (await customerOf(context, scope, customer)).customerId : null,
    reference: query.text('reference'),
    amountMin: exactly,
    amountMax: exactly,
    ...query.range(),
  }
}

/** By reference first, because a reference can be all digits. */
export async function payingOf(context: Context, scope: Scope, text: string): Promise<Transaction> {
  try {
    return await findByReference(context, scope, text)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== NONE) throw error
    return transactionOf(context, scope, text)
  }
}
