import { findBank } from '../../../src/accounts/banks/banks.ts'
import { kobo } from '../../../src/platform/money.ts'
import { masked, type Sender } from './accounts.ts'
import type { StandInCharge, StandInRefund, StandInSettlement } from './books.ts'
import { tokenOf } from './tokens.ts'
import type { StandInTransfer } from './transfers.ts'
import { nairaOf } from './wire.ts'

// Flutterwave's records of the stand-in's data. captured.test.ts compares them with what its
// documents show.

const ACCOUNT = 118_468

function chargeFields(charge: StandInCharge) {
  return {
    id: charge.id,
    tx_ref: charge.txRef,
    flw_ref: charge.flwRef,
    device_fingerprint: 'N/A',
    amount: nairaOf(charge.amount),
    currency: 'NGN',
    charged_amount: nairaOf(charge.charged),
    app_fee: nairaOf(charge.fee),
    merchant_fee: 0,
    processor_response: charge.says,
    auth_model: charge.method === 'card' ? 'VBVSECURECODE' : 'AUTH',
    ip: '203.0.113.7',
    narration: 'Sample Stores',
    status: charge.status,
    payment_type: charge.method,
    created_at: charge.createdAt.toISOString(),
    account_id: ACCOUNT,
  }
}

function customerOf({ email, createdAt }: StandInCharge) {
  return {
    id: 252_759,
    name: 'Anonymous customer',
    phone_number: '08031234567',
    email,
    created_at: createdAt.toISOString(),
  }
}

const CARD = {
  first_6digits: '408408',
  last_4digits: '4081',
  issuer: 'TEST BANK',
  country: 'NIGERIA NG',
  type: 'VISA',
  expiry: '12/30',
}

export function chargeRecord(charge: StandInCharge) {
  const isPaid = charge.status === 'successful'
  return {
    ...chargeFields(charge),
    amount_settled: isPaid ? nairaOf(kobo(charge.charged - charge.fee)) : null,
    meta: charge.sender && metaOf(charge.sender),
    ...(charge.method === 'card' && {
      card: { ...CARD, token: tokenOf(charge) },
    }),
    customer: customerOf(charge),
  }
}

export function listedCharge(charge: StandInCharge) {
  const { meta, card, ...fields } = chargeRecord(charge)
  return { ...fields, ...(charge.method === 'card' && { card: CARD }) }
}

function metaOf({ name, bank, accountNumber }: Sender) {
  return {
    originatoraccountnumber: masked(accountNumber),
    originatorname: name,
    bankname: bank,
    originatoramount: 'N/A',
  }
}

/** The data of a notification. */
export function chargeEvent(charge: StandInCharge) {
  const card = charge.method === 'card' ? { card: CARD } : {}
  return { ...chargeFields(charge), customer: customerOf(charge), ...card }
}

export function createdRefund(refund: StandInRefund) {
  return {
    id: refund.id,
    account_id: ACCOUNT,
    tx_id: refund.charge.id,
    flw_ref: refund.charge.flwRef,
    wallet_id: 74_639,
    amount_refunded: nairaOf(refund.amount),
    status: refund.status,
    destination: 'payment_source',
    comments: refund.comment,
    meta: { source: 'availablebalance' },
    created_at: refund.createdAt.toISOString(),
  }
}

/** In the list, meta is text. */
export function listedRefund(refund: StandInRefund) {
  return {
    id: refund.id,
    amount_refunded: nairaOf(refund.amount),
    status: refund.status,
    flw_ref: refund.charge.flwRef,
    comment: refund.comment,
    settlement_id: 'NEW',
    meta: '{"source":"availablebalance"}',
    created_at: refund.createdAt.toISOString(),
    account_id: ACCOUNT,
    transaction_id: refund.charge.id,
  }
}

export function settlementRecord(settlement: StandInSettlement) {
  const at = settlement.at.toISOString()
  return {
    id: settlement.id,
    account_id: ACCOUNT,
    merchant_name: 'Sample Stores',
    merchant_email: 'store@example.com',
    settlement_account: '0123456789',
    bank_code: '058',
    transaction_date: at,
    due_date: at,
    processed_date: at,
    status: 'completed',
    is_local: true,
    currency: 'NGN',
    gross_amount: nairaOf(settlement.gross),
    app_fee: nairaOf(settlement.fees),
    merchant_fee: 0,
    chargeback: 0,
    refund: nairaOf(settlement.refunds),
    stampduty_charge: 0,
    net_amount: nairaOf(settlement.net),
    destination: 'bank',
    created_at: at,
  }
}

export function transferRecord(transfer: StandInTransfer, holder: string) {
  return {
    id: transfer.id,
    account_number: transfer.accountNumber,
    bank_code: transfer.bankCode,
    full_name: holder,
    created_at: transfer.createdAt.toISOString(),
    currency: 'NGN',
    debit_currency: 'NGN',
    amount: nairaOf(transfer.amount),
    fee: nairaOf(transfer.fee),
    status: transfer.status,
    reference: transfer.reference,
    meta: null,
    narration: transfer.narration,
    complete_message: transfer.says,
    requires_approval: 0,
    is_approved: 1,
    bank_name: findBank(transfer.bankCode)?.name ?? '',
  }
}
