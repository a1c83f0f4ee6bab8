import { findBank } from '../../../src/accounts/banks/banks.ts'
import type { Domain } from './records.ts'
import type { StandInRecipient, StandInTransfer } from './transfers.ts'

// Paystack's records of recipients and transfers.

const INTEGRATION = 100_032

export function recipientRecord(recipient: StandInRecipient, domain: Domain) {
  const { id, code, name, accountNumber, bankCode } = recipient
  const at = recipient.createdAt.toISOString()
  return {
    active: true,
    createdAt: at,
    currency: 'NGN',
    description: null,
    domain,
    email: null,
    id,
    integration: INTEGRATION,
    metadata: null,
    name,
    recipient_code: code,
    type: 'nuban',
    updatedAt: at,
    is_deleted: false,
    isDeleted: false,
    details: {
      authorization_code: null,
      account_number: accountNumber,
      account_name: null,
      bank_code: bankCode,
      bank_name: findBank(bankCode)?.name ?? '',
    },
  }
}

function transferFields(transfer: StandInTransfer, domain: Domain) {
  return {
    domain,
    amount: Number(transfer.amount),
    currency: 'NGN',
    reference: transfer.reference,
    source: 'balance',
    source_details: null,
    reason: transfer.reason,
    status: transfer.status,
    failures: null,
    transfer_code: transfer.code,
    titan_code: null,
    transferred_at: null,
    id: transfer.id,
    createdAt: transfer.createdAt.toISOString(),
    updatedAt: transfer.updatedAt.toISOString(),
  }
}

export function createdTransfer(transfer: StandInTransfer, domain: Domain) {
  return {
    transfersessionid: [],
    transfertrials: [],
    ...transferFields(transfer, domain),
    integration: INTEGRATION,
    request: transfer.id + 1,
    recipient: transfer.recipient.id,
  }
}

export function listedTransfer(transfer: StandInTransfer, domain: Domain) {
  return {
    ...transferFields(transfer, domain),
    integration: INTEGRATION,
    request: transfer.id + 1,
    recipient: recipientRecord(transfer.recipient, domain),
    session: { provider: null, id: null },
    fee_charged: transfer.status === 'success' ? Number(transfer.fee) : 0,
    fees_breakdown: null,
  }
}

export function verifiedTransfer(transfer: StandInTransfer, domain: Domain) {
  return { ...listedTransfer(transfer, domain), gateway_response: null }
}

/** The data of a notification. Only that of a success has today's names of its times. */
export function transferEvent(transfer: StandInTransfer, domain: Domain) {
  const { createdAt, updatedAt, ...fields } = transferFields(transfer, domain)
  const { isDeleted, ...recipient } = recipientRecord(transfer.recipient, domain)
  const event = {
    ...fields,
    integration: { id: INTEGRATION, is_live: true, business_name: 'Sample Stores' },
    session: { provider: null, id: null },
  }
  if (transfer.status === 'success') {
    const costs = { fee_charged: Number(transfer.fee), gateway_response: null }
    return { ...event, createdAt, updatedAt, recipient: { ...recipient, isDeleted }, ...costs }
  }
  const { createdAt: made, updatedAt: changed, ...older } = recipient
  const times = { created_at: createdAt, updated_at: updatedAt }
  return { ...event, ...times, recipient: { ...older, created_at: made, updated_at: changed } }
}
