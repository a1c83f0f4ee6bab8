import { createHash } from 'node:crypto'
import { bankRecord, masked, type Sender, type TransferIn } from './accounts.ts'
import type { StandInCharge, StandInRefund, StandInSettlement } from './books.ts'
import { codeOf } from './tokens.ts'

// Paystack's records of the stand-in's data. documented.test.ts compares them with Paystack's
// documents.

const INTEGRATION = 100_032

export type Domain = 'test' | 'live'

/** A page that was opened for one channel is paid by it. */
function channelOf({ transfer, channels: [only, ...others] }: StandInCharge) {
  if (transfer) return transfer.channel
  return others.length === 0 && only !== undefined ? only : 'card'
}

/** The fields that every form of a charge has. */
function chargeFields(charge: StandInCharge, domain: Domain) {
  const { says, createdAt, paidAt } = charge
  const times = { created_at: createdAt.toISOString(), paid_at: paidAt?.toISOString() ?? null }
  return {
    id: charge.id,
    domain,
    status: charge.status,
    reference: charge.reference,
    amount: Number(charge.amount),
    message: null,
    gateway_response: says?.text ?? 'The transaction was not completed',
    ...(says && { gateway_response_code: says.code, response_code: says.responseCode }),
    ...times,
    channel: channelOf(charge),
    currency: 'NGN',
    ip_address: '203.0.113.7',
    metadata: charge.cancelUrl === null ? '' : { cancel_action: charge.cancelUrl },
    log: logOf(charge),
    fees: charge.fees === null ? null : Number(charge.fees),
    fees_split: null,
    authorization: says === null ? {} : authorizationRecord(charge),
    split: {},
    order_id: null,
    paidAt: times.paid_at,
    createdAt: times.created_at,
    requested_amount: Number(charge.requested),
    pos_transaction_data: null,
    subaccount: {},
  }
}

const SOURCE = { type: 'api', source: 'merchant_api', identifier: null }
const EVENT_SOURCE = { ...SOURCE, entry_point: 'transaction_initialize' }

/** Of the call that verifies. */
export function verifiedCharge(charge: StandInCharge, domain: Domain) {
  return {
    ...chargeFields(charge, domain),
    receipt_number: null,
    customer: customerRecord(charge),
    plan: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: charge.createdAt.toISOString(),
    plan_object: {},
  }
}

/** By its id. */
export function fetchedCharge(charge: StandInCharge, domain: Domain) {
  return {
    ...chargeFields(charge, domain),
    receipt_number: null,
    helpdesk_link: null,
    customer: customerRecord(charge),
    plan: {},
    source: SOURCE,
    fees_breakdown: null,
    connect: null,
  }
}

export function listedCharge(charge: StandInCharge, domain: Domain) {
  return { ...settledCharge(charge, domain), connect: null }
}

export function settledCharge(charge: StandInCharge, domain: Domain) {
  const { international_format_phone, ...customer } = customerRecord(charge)
  return { ...chargeFields(charge, domain), customer, plan: {}, source: EVENT_SOURCE }
}

/** The data of a notification. */
export function chargeEvent(charge: StandInCharge, domain: Domain) {
  const { gateway_response_code, response_code, createdAt, ...fields } = chargeFields(
    charge,
    domain,
  )
  return {
    ...fields,
    fees_breakdown: null,
    customer: customerRecord(charge),
    plan: {},
    source: EVENT_SOURCE,
  }
}

function logOf({ attempts, status, createdAt }: StandInCharge) {
  if (attempts === 0) return null
  const success = status === 'success' || status === 'reversed'
  return {
    start_time: Math.floor(createdAt.getTime() / 1_000),
    time_spent: 9,
    attempts,
    errors: success ? attempts - 1 : attempts,
    success,
    mobile: false,
    input: [],
    history: [{ type: 'action', message: 'Attempted to pay with card', time: 9 }],
  }
}

export function authorizationRecord(charge: StandInCharge) {
  const { transfer } = charge
  const { sender } = transfer ?? {}
  if (transfer && sender) return transferAuthorization(transfer, sender)
  const channel = channelOf(charge)
  if (channel !== 'card') return { ...CARD_AUTHORIZATION, ...NO_CARD, channel }
  return {
    ...CARD_AUTHORIZATION,
    authorization_code: codeOf(charge),
    signature: `SIG_${createHash('sha256').update(charge.email).digest('hex').slice(0, 20)}`,
  }
}

/** What stands in place of a card. */
const NO_CARD = { bin: '000000', last4: '0000', card_type: 'offline', brand: 'offline' }
const CARD_AUTHORIZATION = {
  authorization_code: 'AUTH_standin00001',
  bin: '408408',
  last4: '4081',
  exp_month: '12',
  exp_year: '2030',
  channel: 'card',
  card_type: 'visa ',
  bank: 'TEST BANK',
  country_code: 'NG',
  brand: 'visa',
  reusable: true,
  signature: 'SIG_standin0000000001',
  account_name: null,
}

/** Only of a permanent account does it name the receiver. */
function transferAuthorization({ channel, number, slug }: TransferIn, sender: Sender) {
  return {
    authorization_code: 'AUTH_standin00002',
    bin: `${sender.accountNumber.slice(0, 3)}XXX`,
    last4: `X${sender.accountNumber.slice(-3)}`,
    exp_month: '11',
    exp_year: '2026',
    channel,
    card_type: 'transfer',
    bank: channel === 'dedicated_nuban' ? sender.bank : null,
    country_code: 'NG',
    brand: 'Managed Account',
    reusable: false,
    signature: null,
    account_name: null,
    sender_country: 'NG',
    sender_bank: channel === 'dedicated_nuban' ? sender.bank : null,
    sender_bank_account_number: masked(sender.accountNumber),
    sender_name: sender.name,
    narration: 'NIP: rent',
    ...(channel === 'dedicated_nuban' && {
      receiver_bank_account_number: number,
      receiver_bank: bankRecord(slug).name,
    }),
  }
}

/** The data of a notification of a transfer that was sent back. */
export function rejectedEvent(charge: StandInCharge, amount: bigint, domain: Domain) {
  const { international_format_phone, ...customer } = customerRecord(charge)
  return {
    bank_transfer: {
      amount: amount.toString(),
      message: 'incorrect amount sent',
      message_type: 'INCORRECT_AMOUNT',
      transaction_id: `${charge.id}`,
    },
    customer: { ...customer, domain, integration: INTEGRATION },
  }
}

export function customerRecord({ email }: StandInCharge) {
  return {
    id: 181_000_001,
    first_name: null,
    last_name: null,
    email,
    customer_code: 'CUS_standin000001',
    phone: null,
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  }
}

function refundFields(refund: StandInRefund, domain: Domain) {
  return {
    integration: INTEGRATION,
    id: refund.id,
    domain,
    currency: 'NGN',
    amount: Number(refund.amount),
    status: refund.status,
    refunded_by: 'store@example.com',
    expected_at: refund.endsAt.toISOString(),
    customer_note: refund.customerNote,
    merchant_note: refund.merchantNote,
    createdAt: refund.createdAt.toISOString(),
    updatedAt: refund.updatedAt.toISOString(),
  }
}

/** In the answer that creates it, the charge is an object. */
export function createdRefund(refund: StandInRefund, domain: Domain) {
  const { charge } = refund
  const paidAt = charge.paidAt?.toISOString() ?? null
  return {
    transaction: {
      id: charge.id,
      domain,
      reference: charge.reference,
      amount: Number(charge.amount),
      paid_at: paidAt,
      channel: 'card',
      currency: 'NGN',
      authorization: { exp_month: null, exp_year: null, account_name: null },
      customer: { international_format_phone: null },
      plan: {},
      subaccount: { currency: null },
      split: {},
      order_id: null,
      paidAt,
      pos_transaction_data: null,
      source: null,
      fees_breakdown: null,
    },
    ...refundFields(refund, domain),
    channel: null,
    deducted_amount: 0,
    fully_deducted: false,
  }
}

export function listedRefund(refund: StandInRefund, domain: Domain) {
  const { charge } = refund
  return {
    ...refundFields(refund, domain),
    transaction: charge.id,
    dispute: null,
    settlement: refund.settlement,
    channel: null,
    refunded_at: refund.refundedAt?.toISOString() ?? null,
    deducted_amount: Number(refund.amount),
    fully_deducted: 1,
    bank_reference: null,
    transaction_reference: charge.reference,
    reason: refund.status.toUpperCase(),
    customer: customerRecord(charge),
    refund_type: refund.amount === charge.amount ? 'full' : 'partial',
    transaction_amount: Number(charge.amount),
    initiated_by: 'store@example.com',
    refund_channel: 'card',
    session_id: null,
    collect_account_number: refund.status === 'needs-attention',
  }
}

/** In the answer to a retry. */
export function retriedRefund(refund: StandInRefund, domain: Domain) {
  const { updatedAt, createdAt, ...fields } = refundFields(refund, domain)
  return {
    ...fields,
    transaction: refund.charge.id,
    dispute: null,
    settlement: null,
    refunded_at: null,
    channel: 'isw_3ds',
    deducted_amount: Number(refund.amount),
    fully_deducted: true,
    bank_reference: null,
    reason: 'PROCESSING',
    customer: null,
    initiated_by: 'store@example.com',
    reversed_at: null,
    session_id: null,
  }
}

export function settlementRecord(settlement: StandInSettlement, domain: Domain) {
  const at = settlement.at.toISOString()
  return {
    id: settlement.id,
    domain,
    status: 'success',
    currency: 'NGN',
    integration: INTEGRATION,
    total_amount: Number(settlement.total),
    effective_amount: Number(settlement.effective),
    total_fees: Number(settlement.fees),
    total_processed: Number(settlement.processed),
    deductions: settlement.deductions === 0n ? null : Number(settlement.deductions),
    settlement_date: at,
    settled_by: null,
    createdAt: at,
    updatedAt: at,
  }
}

/** The data of a notification. Only one that needs attention names the refund. */
export function refundEvent(refund: StandInRefund, domain: Domain) {
  const { charge, amount, status } = refund
  const needsAttention = status === 'needs-attention'
  return {
    status,
    transaction_reference: charge.reference,
    refund_reference: null,
    // Text in some events, a number in others.
    amount: status === 'failed' || needsAttention ? Number(amount) : amount.toString(),
    currency: 'NGN',
    customer: { first_name: null, last_name: null, email: charge.email },
    integration: INTEGRATION,
    domain,
    ...(needsAttention
      ? {
          id: `${refund.id}`,
          customer_note: refund.customerNote,
          merchant_note: refund.merchantNote,
        }
      : { processor: 'instant-transfer' }),
  }
}
