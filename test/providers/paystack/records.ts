import type { StandInCharge, StandInRefund, StandInSettlement } from './books.ts'

// Paystack's records of the stand-in's data: the fields of its OpenAPI document and sample bodies,
// with our values.

const INTEGRATION = 100_032

export type Domain = 'test' | 'live'

export function chargeRecord(charge: StandInCharge, domain: Domain) {
  const { says, createdAt, paidAt } = charge
  const times = { created_at: createdAt.toISOString(), paid_at: paidAt?.toISOString() ?? null }
  return {
    id: charge.id,
    domain,
    status: charge.status,
    reference: charge.reference,
    receipt_number: null,
    amount: Number(charge.amount),
    message: null,
    gateway_response: says?.text ?? 'The transaction was not completed',
    ...(says && { gateway_response_code: says.code, response_code: says.responseCode }),
    ...times,
    channel: 'card',
    currency: 'NGN',
    ip_address: '203.0.113.7',
    metadata: charge.cancelUrl === null ? '' : { cancel_action: charge.cancelUrl },
    log: logOf(charge),
    fees: charge.fees === null ? null : Number(charge.fees),
    fees_split: null,
    authorization: says === null ? {} : authorizationRecord(),
    customer: customerRecord(charge),
    plan: null,
    split: {},
    order_id: null,
    paidAt: times.paid_at,
    createdAt: times.created_at,
    requested_amount: Number(charge.amount),
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: times.created_at,
    plan_object: {},
    subaccount: {},
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

function authorizationRecord() {
  return {
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
}

function customerRecord({ email }: StandInCharge) {
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

/** `created`: as in the answer that creates it, where the charge is an object. */
export function refundRecord(refund: StandInRefund, domain: Domain, created = false) {
  const { charge } = refund
  const whole = {
    id: charge.id,
    domain,
    reference: charge.reference,
    amount: Number(charge.amount),
    paid_at: charge.paidAt?.toISOString() ?? null,
    channel: 'card',
    currency: 'NGN',
  }
  return {
    integration: INTEGRATION,
    transaction: created ? whole : charge.id,
    dispute: null,
    settlement: refund.settlement,
    id: refund.id,
    domain,
    currency: 'NGN',
    amount: Number(refund.amount),
    status: refund.status,
    channel: null,
    refunded_at: refund.refundedAt?.toISOString() ?? null,
    refunded_by: 'store@example.com',
    expected_at: refund.endsAt.toISOString(),
    customer_note: refund.customerNote,
    merchant_note: refund.merchantNote,
    deducted_amount: created ? 0 : Number(refund.amount),
    fully_deducted: created ? false : 1,
    createdAt: refund.createdAt.toISOString(),
    updatedAt: refund.updatedAt.toISOString(),
    ...(!created && { transaction_reference: charge.reference, bank_reference: null }),
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

/** The body of a notification. It has no id of a refund. */
export function refundEvent({ charge, amount, status }: StandInRefund, domain: Domain) {
  return {
    status,
    transaction_reference: charge.reference,
    refund_reference: null,
    // Some events have it as text.
    amount: amount.toString(),
    currency: 'NGN',
    processor: 'instant-transfer',
    customer: { first_name: null, last_name: null, email: charge.email },
    integration: INTEGRATION,
    domain,
  }
}
