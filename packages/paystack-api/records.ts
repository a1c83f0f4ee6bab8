import { banks, findBank } from '../../src/accounts/banks/banks.ts'
import type { Customer } from '../../src/accounts/customers/customers.sql.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import type { toWirePayout } from '../../src/money-out/payouts/payouts.ts'
import type { toWireSettlement } from '../../src/money-out/settlements/settlements.ts'
import type { toWireRefund } from '../../src/payments/refunds/refunds.ts'
import type { toWireSplit } from '../../src/payments/splits/splits.ts'
import type { toWireSubaccounts } from '../../src/payments/splits/subaccounts.ts'
import type { toWireDedicated } from '../../src/payments/virtual-accounts/dedicated.ts'
import { publicCode, publicId } from '../../src/platform/ids.ts'
import { codeOf, transferCode, uuidIn } from './ids.ts'
import { numberOf } from './numbers.ts'
import { type Account, numberOfText, recipientCode } from './recipients.ts'
import { channelOf, paystackPayer } from './transaction-record.ts'

// Our records in Paystack's form, for responses and events. Fields that we do not have are null, so
// that typed clients find every field.

type Keys = Pick<Context, 'keys'>

export function paystackCustomer(customer: Customer) {
  const { customerId, mode, createdAt, updatedAt, firstName, lastName, email, phone } = customer
  const named = { first_name: firstName, last_name: lastName, email, phone }
  const ids = {
    id: publicId('customer', customerId),
    customer_code: publicCode('customer', customerId),
  }
  return {
    ...paystackPayer({ ...ids, ...named }),
    domain: mode,
    identified: false,
    identifications: null,
    transactions: [],
    subscriptions: [],
    authorizations: [],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export function paystackRefund(refund: ReturnType<typeof toWireRefund>) {
  const { status, created_at, processed_at, transaction_reference } = refund
  return {
    id: numberOf(uuidIn(refund.id)),
    domain: refund.domain,
    transaction: numberOf(uuidIn(refund.transaction_id)),
    transaction_reference,
    dispute: null,
    settlement: null,
    amount: refund.amount,
    deducted_amount: status === 'failed' ? 0 : refund.amount,
    fully_deducted: status !== 'failed',
    currency: refund.currency,
    channel: channelOf(refund),
    status,
    merchant_note: refund.reason,
    customer_note: refund.reason,
    refunded_by: null,
    refunded_at: processed_at,
    expected_at: null,
    bank_reference: refund.session_id,
    reason: refund.failure_code,
    createdAt: created_at,
    updatedAt: processed_at ?? created_at,
  }
}

export function paystackTransfer(
  context: Keys,
  scope: Scope,
  payout: ReturnType<typeof toWirePayout>,
) {
  const { id, domain, reference, status, amount, currency, reason, failure_code, created_at } =
    payout
  const account = { bankCode: payout.bank.code, accountNumber: payout.account_number }
  const uuid = uuidIn(id)
  const ended = payout.reversed_at ?? payout.completed_at
  return {
    id: numberOf(uuid),
    domain,
    amount,
    currency,
    reference,
    source: 'balance',
    source_details: null,
    reason,
    status,
    failures: failure_code === null ? null : { reason: failure_code },
    transfer_code: transferCode(uuid),
    titan_code: null,
    transferred_at: status === 'success' ? payout.completed_at : null,
    fee_charged: 0,
    session: { provider: payout.session_id === null ? null : 'nip', id: payout.session_id },
    recipient: paystackRecipient(context, scope, account, payout.account_name),
    createdAt: created_at,
    updatedAt: ended ?? created_at,
  }
}

export function paystackRecipient(
  context: Keys,
  scope: Scope,
  account: Account,
  accountName: string,
  more: { name?: string; description?: string | null; metadata?: object | null } = {},
) {
  const code = recipientCode(context, scope, account)
  return {
    id: numberOfText(context, code),
    recipient_code: code,
    domain: scope.mode,
    type: 'nuban',
    currency: 'NGN',
    name: more.name ?? accountName,
    description: more.description ?? null,
    email: null,
    metadata: more.metadata ?? null,
    active: true,
    is_deleted: false,
    isDeleted: false,
    details: {
      authorization_code: null,
      account_number: account.accountNumber,
      account_name: accountName,
      bank_code: account.bankCode,
      bank_name: findBank(account.bankCode)?.name ?? account.bankCode,
    },
  }
}

export function paystackSettlement(settlement: ReturnType<typeof toWireSettlement>) {
  const { id, domain, currency, amount, settled_at, subaccount_id } = settlement
  return {
    id: numberOf(uuidIn(id)),
    domain,
    status: 'success',
    currency,
    subaccount: subaccount_id && codeOf(subaccount_id),
    total_amount: amount,
    effective_amount: amount,
    total_fees: null,
    total_processed: null,
    deductions: null,
    settlement_date: settled_at,
    settled_by: null,
    createdAt: settled_at,
    updatedAt: settled_at,
  }
}

export function paystackAccount(context: Keys, account: ReturnType<typeof toWireDedicated>) {
  const { bank, customer, assigned_at, split_code } = account
  return {
    id: numberOf(uuidIn(account.id)),
    account_name: account.account_name,
    account_number: account.account_number,
    bank: { id: bankNumber(context, bank.code), name: bank.name, slug: bank.slug },
    assigned: true,
    active: true,
    currency: account.currency,
    metadata: null,
    created_at: account.created_at,
    updated_at: account.updated_at,
    assignment: {
      assignee_id: numberOf(uuidIn(customer.id)),
      assignee_type: 'Customer',
      expired: false,
      expired_at: null,
      account_type: 'PAY-WITH-TRANSFER-RECURRING',
      assigned_at,
    },
    split_config: split_code === null ? null : { split_code },
    customer: paystackPayer(customer),
  }
}

type OurSubaccount = Awaited<ReturnType<typeof toWireSubaccounts>>[number]

export function paystackSubaccount(context: Keys, subaccount: OurSubaccount) {
  return {
    id: numberOf(uuidIn(subaccount.id)),
    domain: subaccount.domain,
    subaccount_code: subaccount.subaccount_code,
    business_name: subaccount.business_name,
    description: null,
    primary_contact_name: null,
    primary_contact_email: subaccount.primary_contact_email,
    primary_contact_phone: null,
    metadata: subaccount.metadata,
    percentage_charge: subaccount.percentage_charge,
    is_verified: true,
    settlement_bank: subaccount.bank.name,
    bank: bankNumber(context, subaccount.bank.code),
    bank_code: subaccount.bank.code,
    account_number: subaccount.account_number,
    account_name: subaccount.account_name,
    settlement_schedule: 'AUTO',
    active: subaccount.active,
    migrate: null,
    currency: subaccount.currency,
    createdAt: subaccount.created_at,
    updatedAt: subaccount.updated_at,
  }
}

export function paystackSplit(split: ReturnType<typeof toWireSplit>) {
  return {
    id: numberOf(uuidIn(split.id)),
    domain: split.domain,
    split_code: split.split_code,
    name: split.name,
    type: split.type,
    currency: split.currency,
    active: split.active,
    bearer_type: split.bearer_type,
    bearer_subaccount: split.bearer_subaccount_id && codeOf(split.bearer_subaccount_id),
    is_dynamic: false,
    subaccounts: split.subaccounts.map(({ subaccount_id, share }) => ({
      subaccount: { id: numberOf(uuidIn(subaccount_id)), subaccount_code: codeOf(subaccount_id) },
      share,
    })),
    total_subaccounts: split.subaccounts.length,
    createdAt: split.created_at,
    updatedAt: split.updated_at,
  }
}

export function paystackBanks(context: Keys) {
  return banks.map(({ name, code, slug, nipCode }) => ({
    id: bankNumber(context, code),
    name,
    slug,
    code,
    longcode: nipCode ?? '',
    nip_sort_code: nipCode,
    gateway: null,
    pay_with_bank: false,
    pay_with_bank_transfer: false,
    supports_transfer: true,
    active: true,
    is_deleted: false,
    country: 'Nigeria',
    currency: 'NGN',
    type: 'nuban',
    createdAt: null,
    updatedAt: null,
  }))
}

export function bankNumber(context: Keys, code: string): number {
  return numberOfText(context, `bank ${code}`)
}
