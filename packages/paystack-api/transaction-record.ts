import type { toWireAuthorization } from '../../src/payments/authorizations/authorizations.ts'
import type { TransactionValues as Values } from '../../src/payments/transactions/fields.ts'
import { shortId } from '../../src/platform/ids.ts'
import { unwrapped } from './asked.ts'
import { codeOf, uuidIn } from './ids.ts'
import { numberOf } from './numbers.ts'

// Translates our transaction record into Paystack's.

type Authorization = Partial<
  Record<
    | 'authorization_code'
    | 'bin'
    | 'last4'
    | 'exp_month'
    | 'exp_year'
    | 'brand'
    | 'card_type'
    | 'bank'
    | 'country_code'
    | 'sender_name'
    | 'sender_bank'
    | 'sender_bank_code'
    | 'sender_account_number'
    | 'receiver_account_number'
    | 'receiver_bank'
    | 'narration',
    string
  >
>

type OurSplit = {
  split_code: string
  name: string
  type: string
  bearer_type: string
  bearer_subaccount_id: string | null
  formula: { subaccounts: { subaccount_id: string; share: number }[] }
  shares: {
    /** Missing in payments from before it was apart of `service`. */
    vat?: number
    service: number
    business: number
    subaccounts: { subaccount_id: string; amount: number }[]
  } | null
}

/** The record with its JSON fields typed. */
export type OurTransaction = Omit<Values, 'authorization' | 'split'> & {
  authorization: Authorization | null
  split: OurSplit | null
}

const CHANNELS: Record<string, string> = {
  dedicated_virtual_account: 'dedicated_nuban',
  opay: 'mobile_money',
}

/** Typed clients expect a channel before the customer has chosen one: Paystack says `card`. */
const NOT_CHOSEN = 'card'

/** As Paystack verifies it. In its lists and events, `plan` is an empty object: `listed`. */
export function paystackTransaction(ours: OurTransaction) {
  const { paid_at, created_at, fees_breakdown } = ours
  return {
    id: numberOf(uuidIn(ours.id)),
    domain: ours.domain,
    status: ours.status,
    reference: ours.reference,
    receipt_number: null,
    amount: ours.amount,
    message: ours.message,
    gateway_response: ours.gateway_response,
    paid_at,
    created_at,
    channel: channelOf(ours) ?? NOT_CHOSEN,
    currency: ours.currency,
    ip_address: ours.ip_address,
    metadata: metadataOf(ours),
    log: logOf(ours),
    fees: ours.fees,
    fees_split: null,
    fees_breakdown,
    authorization: authorizationOf(ours),
    customer: paystackPayer(ours.customer),
    plan: ours.plan?.plan_code ?? null,
    plan_object: {},
    split: ours.split === null ? {} : splitOf(ours.split),
    subaccount: {},
    order_id: null,
    paidAt: paid_at,
    createdAt: created_at,
    requested_amount: ours.requested_amount,
    pos_transaction_data: null,
    source: null,
    connect: null,
    transaction_date: created_at,
  }
}

export function listed(transaction: ReturnType<typeof paystackTransaction>) {
  const { plan: plan_code } = transaction
  return { ...transaction, plan: plan_code === null ? {} : { plan_code }, helpdesk_link: null }
}

/** For a deposit, Paystack adds the account that received it: receivers find the customer by it. */
function metadataOf({ metadata, channel, authorization: by }: OurTransaction) {
  if (metadata !== null) return unwrapped(metadata)
  if (channel !== 'dedicated_virtual_account' || by === null) return ''
  const { receiver_account_number, receiver_bank } = by
  return { receiver_account_number, receiver_bank, custom_fields: [] }
}

type Person = 'id' | 'customer_code' | 'first_name' | 'last_name' | 'email' | 'phone'

export type Payer = Pick<Values['customer'], Person>

export function paystackPayer(customer: Payer) {
  return {
    id: numberOf(uuidIn(customer.id)),
    first_name: customer.first_name,
    last_name: customer.last_name,
    email: customer.email,
    customer_code: customer.customer_code,
    phone: customer.phone,
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  }
}

/** Part of the record, and the answer to Paystack's timeline call. */
export function logOf(ours: OurTransaction) {
  const { attempts, errors, history } = ours.log
  return {
    start_time: Math.floor(Date.parse(ours.created_at) / 1_000),
    time_spent: history.at(-1)?.time ?? 0,
    attempts,
    errors,
    success: ours.status === 'success' || ours.status === 'reversed',
    mobile: false,
    input: [],
    history,
  }
}

export function channelOf({
  channel,
  authorization,
}: Pick<OurTransaction, 'channel'> & { authorization?: Authorization | null }): string | null {
  // Only a mandate has a code in this channel.
  if (channel === 'bank' && authorization?.authorization_code) return 'direct_debit'
  return channel === null ? null : (CHANNELS[channel] ?? channel)
}

/** Reusable if the card was kept. Another code only names what it was paid with. */
function authorizationOf(ours: OurTransaction) {
  const { authorization: by } = ours
  if (by === null) return {}
  // Before it is paid, only a card that was declined is told.
  const paidBy = ours.channel ?? 'card'
  const reusable = by.authorization_code !== undefined
  const authorization_code = by.authorization_code ?? `AUTH_${shortId(uuidIn(ours.id))}`
  const channel = channelOf({ channel: paidBy, authorization: by })
  const common = { authorization_code, channel, reusable, signature: null }
  if (paidBy === 'card') {
    return {
      ...common,
      bin: by.bin ?? null,
      last4: by.last4 ?? null,
      exp_month: by.exp_month ?? null,
      exp_year: by.exp_year ?? null,
      card_type: by.card_type ?? null,
      bank: by.bank ?? null,
      country_code: by.country_code ?? 'NG',
      brand: by.brand ?? null,
      account_name: null,
      receiver_bank_account_number: null,
      receiver_bank: null,
    }
  }
  if (paidBy === 'ussd' || paidBy === 'bank' || paidBy === 'opay') {
    const none = { bin: null, last4: null, exp_month: null, exp_year: null, card_type: null }
    return { ...common, ...none, bank: null, country_code: 'NG', brand: null, account_name: null }
  }
  return {
    ...common,
    bin: null,
    last4: by.sender_account_number?.slice(-4) ?? null,
    exp_month: null,
    exp_year: null,
    card_type: 'transfer',
    bank: by.sender_bank ?? null,
    country_code: 'NG',
    brand: 'Managed Account',
    account_name: by.sender_name ?? null,
    sender_name: by.sender_name ?? null,
    sender_bank: by.sender_bank ?? null,
    sender_bank_account_number: by.sender_account_number ?? null,
    sender_country: 'NG',
    receiver_bank_account_number: by.receiver_account_number ?? null,
    receiver_bank: by.receiver_bank ?? null,
    narration: by.narration ?? null,
  }
}

function splitOf({ split_code, name, type, bearer_type, formula, shares, ...split }: OurSplit) {
  return {
    id: numberOf(uuidIn(split_code)),
    name,
    split_code,
    formula: {
      type,
      bearer_type,
      bearer_subaccount: split.bearer_subaccount_id && codeOf(split.bearer_subaccount_id),
      subaccounts: formula.subaccounts.map(({ subaccount_id, share }) => ({
        share,
        subaccount_code: codeOf(subaccount_id),
      })),
    },
    shares: shares && {
      paystack: shares.service + (shares.vat ?? 0),
      integration: shares.business,
      subaccounts: shares.subaccounts.map(({ subaccount_id, amount }) => ({
        amount,
        subaccount_code: codeOf(subaccount_id),
      })),
    },
  }
}

/** A kept card. */
export function paystackCard(kept: ReturnType<typeof toWireAuthorization>) {
  const { authorization_code, bin, last4, exp_month, exp_year, channel, card_type, bank } = kept
  return {
    ...{ authorization_code, bin, last4, exp_month, exp_year, channel, card_type, bank },
    country_code: kept.country_code,
    brand: kept.brand,
    reusable: kept.reusable,
    signature: null,
    account_name: null,
  }
}
