import { banks, findBank } from '../../src/accounts/banks/banks.ts'
import type { Customer } from '../../src/accounts/customers/customers.sql.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import { shownMetadata } from '../../src/core/metadata.ts'
import type { toWirePayout } from '../../src/money-out/payouts/payouts.ts'
import type { toWireSettlement } from '../../src/money-out/settlements/settlements.ts'
import type { toWireRefund } from '../../src/payments/refunds/refunds.ts'
import type { Subaccount } from '../../src/payments/splits/splits.sql.ts'
import type { toWireSplit } from '../../src/payments/splits/splits.ts'
import type { toWireSubaccounts } from '../../src/payments/splits/subaccounts.ts'
import type { toWireDedicated } from '../../src/payments/virtual-accounts/dedicated.ts'
import { publicCode, publicId } from '../../src/platform/ids.ts'
import type { Bank } from '../../src/providers/rails.ts'
import { codeOf, transferCode, uuidIn } from './ids.ts'
import { integrationOf, numberOf } from './numbers.ts'
import { type Account, numberOfText, recipientCode } from './recipients.ts'
import { channelOf, type Payer, paystackPayer } from './transaction-record.ts'

// Our records in Paystack's form, for responses and events. Each has every field of Paystack's
// document, of its type, so that typed clients can read it. `shapes.test.ts` holds them to it.

type Keys = Pick<Context, 'keys'>

/** Our list of banks has no times; typed clients expect one. */
const LISTED_AT = '2026-01-01T00:00:00.000Z'

export function paystackCustomer(customer: Customer) {
  const { customerId, mode, createdAt, updatedAt, firstName, lastName, email, phone } = customer
  const named = { first_name: firstName, last_name: lastName, email, phone }
  const ids = {
    id: publicId('customer', customerId),
    customer_code: publicCode('customer', customerId),
  }
  return {
    ...paystackPayer({ ...ids, ...named }),
    integration: integrationOf(customer),
    domain: mode,
    metadata: shownMetadata(customer.metadata) ?? {},
    identified: false,
    identifications: null,
    transactions: [],
    subscriptions: [],
    authorizations: [],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** `customer` and what depends on the payment are null in an event: it has the refund only. */
export function paystackRefund(
  scope: Scope,
  refund: ReturnType<typeof toWireRefund>,
  payment: { amount: number; customer: Payer } | null = null,
) {
  const { status, created_at, processed_at, transaction_reference } = refund
  const note = refund.reason ?? `Refund for transaction ${transaction_reference}`
  const isWhole = payment?.amount === refund.amount
  return {
    integration: integrationOf(scope),
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
    merchant_note: note,
    customer_note: note,
    refunded_by: '',
    initiated_by: '',
    refunded_at: processed_at,
    expected_at: processed_at ?? created_at,
    bank_reference: refund.session_id,
    session_id: refund.session_id,
    reason: refund.failure_code ?? '',
    customer: payment && paystackPayer(payment.customer),
    transaction_amount: payment?.amount ?? null,
    refund_type: payment && (isWhole ? 'full' : 'partial'),
    refund_channel: channelOf(refund),
    refund_reference: refund.reference,
    collect_account_number: refund.needs_account,
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
    integration: integrationOf(scope),
    request: numberOf(uuid),
    domain,
    amount,
    currency,
    reference,
    source: 'balance',
    source_details: null,
    reason: reason ?? '',
    status,
    failures: failure_code === null ? null : { reason: failure_code },
    transfer_code: transferCode(uuid),
    titan_code: null,
    transferred_at: status === 'success' ? payout.completed_at : null,
    fee_charged: payout.stamp_duty,
    fees_breakdown: null,
    gateway_response: payout.failure_message,
    session: { provider: payout.session_id === null ? null : 'nip', id: payout.session_id },
    recipient: paystackRecipient(context, scope, account, payout.account_name, { at: created_at }),
    createdAt: created_at,
    updatedAt: ended ?? created_at,
  }
}

type Told = {
  name?: string
  description?: string | null
  metadata?: object | null
  email?: string | null
}

/** `at`: what we know of its time, because recipients are not stored. */
export function paystackRecipient(
  context: Keys,
  scope: Scope,
  account: Account,
  accountName: string,
  { at, ...more }: Told & { at: string },
) {
  const code = recipientCode(context, scope, account)
  const bankName = findBank(account.bankCode)?.name ?? account.bankCode
  return {
    id: numberOfText(context, code),
    integration: integrationOf(scope),
    recipient_code: code,
    domain: scope.mode,
    type: 'nuban',
    currency: 'NGN',
    name: more.name ?? accountName,
    description: more.description ?? '',
    email: more.email ?? null,
    metadata: more.metadata ?? null,
    recipient_account: account.accountNumber,
    institution_code: account.bankCode,
    active: true,
    is_deleted: false,
    isDeleted: false,
    details: {
      authorization_code: null,
      account_number: account.accountNumber,
      account_name: accountName,
      bank_code: account.bankCode,
      bank_name: bankName,
    },
    createdAt: at,
    updatedAt: at,
  }
}

export function paystackSettlement(scope: Scope, settlement: ReturnType<typeof toWireSettlement>) {
  const { id, domain, currency, amount, settled_at, subaccount_id } = settlement
  return {
    id: numberOf(uuidIn(id)),
    integration: integrationOf(scope),
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

export function paystackAccount(
  context: Keys,
  scope: Scope,
  account: ReturnType<typeof toWireDedicated>,
) {
  const { bank, customer, assigned_at, split_code } = account
  return {
    id: numberOf(uuidIn(account.id)),
    account_name: account.account_name,
    account_number: account.account_number,
    bank: paystackIssuer(context, bank),
    assigned: true,
    active: true,
    currency: account.currency,
    metadata: account.metadata ?? {},
    created_at: account.created_at,
    updated_at: account.updated_at,
    assignment: {
      integration: integrationOf(scope),
      assignee_id: numberOf(uuidIn(customer.id)),
      assignee_type: 'Customer',
      expired: false,
      expired_at: null,
      account_type: 'PAY-WITH-TRANSFER-RECURRING',
      assigned_at,
    },
    split_config: split_code === null ? {} : { split_code },
    customer: paystackPayer(customer),
  }
}

/** A bank that issues dedicated accounts. */
export function paystackIssuer(context: Keys, { code, name, slug }: Omit<Bank, 'nipCode'>) {
  return { id: bankNumber(context, code), name, slug }
}

type OurSubaccount = Awaited<ReturnType<typeof toWireSubaccounts>>[number]

export function paystackSubaccount(context: Keys, scope: Scope, subaccount: OurSubaccount) {
  const integration = integrationOf(scope)
  return {
    integration,
    managed_by_integration: integration,
    product: 'collection',
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
    bank_id: bankNumber(context, subaccount.bank.code),
    bank_code: subaccount.bank.code,
    account_number: subaccount.account_number,
    account_name: subaccount.account_name,
    settlement_schedule: 'AUTO',
    active: subaccount.active,
    migrate: false,
    currency: subaccount.currency,
    createdAt: subaccount.created_at,
    updatedAt: subaccount.updated_at,
  }
}

/** `subaccounts`: at least those of the split. */
export function paystackSplit(
  scope: Scope,
  split: ReturnType<typeof toWireSplit>,
  subaccounts: Subaccount[],
) {
  const of = (id: string) => subaccounts.find(({ subaccountId }) => subaccountId === uuidIn(id))
  return {
    id: numberOf(uuidIn(split.id)),
    integration: integrationOf(scope),
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
      subaccount: {
        id: numberOf(uuidIn(subaccount_id)),
        subaccount_code: codeOf(subaccount_id),
        business_name: of(subaccount_id)?.businessName ?? '',
        description: null,
        primary_contact_name: null,
        primary_contact_email: of(subaccount_id)?.primaryContactEmail ?? null,
        primary_contact_phone: null,
        metadata: shownMetadata(of(subaccount_id)?.metadata ?? null),
        settlement_bank: findBank(of(subaccount_id)?.bankCode ?? '')?.name ?? '',
        currency: 'NGN',
        account_number: of(subaccount_id)?.accountNumber ?? '',
      },
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
    available_for_direct_debit: false,
    active: true,
    is_deleted: false,
    country: 'Nigeria',
    currency: 'NGN',
    type: 'nuban',
    createdAt: LISTED_AT,
    updatedAt: LISTED_AT,
  }))
}

export function bankNumber(context: Keys, code: string): number {
  return numberOfText(context, `bank ${code}`)
}
