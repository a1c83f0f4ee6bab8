import assert from 'node:assert/strict'
import { bumpSettingsVersion, forgetCached } from '../../accounts/businesses/businesses.ts'
import type { Customer, CustomerId } from '../../accounts/customers/customers.sql.ts'
import {
  eraseContact,
  findCustomer,
  findCustomerId,
  toWireCustomer,
} from '../../accounts/customers/customers.ts'
import { noteIn } from '../../core/audit/audit.ts'
import type { Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import {
  eraseAuthorizations,
  listOfCustomer as listAuthorizations,
  toWireAuthorization,
} from '../../payments/authorizations/authorizations.ts'
import { eraseConsents } from '../../payments/checkout/checkout.ts'
import { eraseSenders, listDepositsOf, toWireDeposit } from '../../payments/deposits/deposits.ts'
import {
  eraseEvidence,
  evidenceOf,
  isOpen,
  listDisputesOf,
  toWireDispute,
} from '../../payments/disputes/disputes.ts'
import { eraseFiles, filesOf } from '../../payments/disputes/files.ts'
import { listRefundsOf, toWireRefund } from '../../payments/refunds/refunds.ts'
import {
  eraseSubscriptions,
  listOfCustomer as listSubscriptionsOf,
  subscriptionCode,
  toWireSubscription,
} from '../../payments/subscriptions/subscriptions.ts'
import type { Transaction, TransactionId } from '../../payments/transactions/transactions.rows.ts'
import {
  erasePayer,
  isUnpaid,
  listOfCustomer,
  recordOf,
} from '../../payments/transactions/transactions.ts'
import { dedicatedOf, toWireDedicated } from '../../payments/virtual-accounts/dedicated.ts'
import { publicId } from '../../platform/ids.ts'
import { noteErased } from '../archive/archive.ts'

// What a person may ask for under the Nigeria Data Protection Act and GAID 2025: a copy of their
// data, and its erasure. The person is a customer of a business, found by email address.
//
// (1) Erasure keeps the books: amounts, references, session ids, the bank accounts that money came
//     from, and dedicated accounts stay, as the law on money requires.
// (2) It is refused while a payment, refund or dispute of the customer is open, or a subscription
//     has not ended.
// (3) One database transaction erases everything and notes it in the audit log of the business.

const PAGE = 500

export type Copy = {
  customer: object
  dedicated_account: object | null
  authorizations: object[]
  transactions: object[]
  deposits: object[]
  refunds: object[]
  disputes: object[]
  subscriptions: object[]
}

/** Null if the business has no customer with this address. */
export async function copyOf(context: Context, scope: Scope, email: string): Promise<Copy | null> {
  const found = await customerOf(context, scope, email)
  if (found === null) return null
  const account = await dedicatedOf(context, scope, found.customerId)
  const payments = await paymentsOf(context, scope, found.customerId)
  const deposits: object[] = []
  const refunds: object[] = []
  const disputes: object[] = []
  for (const { id } of payments) {
    const key = { businessId: scope.businessId, mode: scope.mode, id }
    deposits.push(...(await listDepositsOf(context.sql, key)).map(toWireDeposit))
    refunds.push(...(await listRefundsOf(context.sql, key)).map(toWireRefund))
    for (const dispute of await listDisputesOf(context.sql, key)) {
      const files = (await filesOf(context, dispute)).map(({ type, bytes }) => {
        return { type, content: bytes.toString('base64') }
      })
      disputes.push({ ...toWireDispute(dispute), evidence: evidenceOf(context, dispute), files })
    }
  }
  return {
    customer: toWireCustomer(found),
    dedicated_account: account && toWireDedicated(account),
    authorizations: (await listAuthorizations(context.sql, scope, found.customerId)).map(
      toWireAuthorization,
    ),
    transactions: payments.map((payment) => ({
      ...(JSON.parse(recordOf(payment)) as object),
      ip_address: payment.ipAddress,
    })),
    deposits,
    refunds,
    disputes,
    subscriptions: (await subscriptionsOf(context, scope, found.customerId)).map((row) =>
      toWireSubscription(context, row),
    ),
  }
}

type Erased =
  | { kind: 'not_found' }
  /** The reference of the payment that is open, or has an open refund or dispute. */
  | { kind: 'open'; reference: string }
  /** The code of the subscription that has not ended. */
  | { kind: 'subscribed'; subscription: string }
  | { kind: 'erased'; customer: string; payments: number; transfers: number }

export async function erase(
  context: Context,
  { businessId, mode }: Scope,
  email: string,
  by: string,
): Promise<Erased> {
  const scope = { businessId, mode }
  const customer = await customerOf(context, scope, email)
  if (customer === null) return { kind: 'not_found' }
  const { customerId } = customer
  const subscriptions = await subscriptionsOf(context, scope, customerId)
  const live = subscriptions.find(({ endedAt }) => endedAt === null)
  if (live) return { kind: 'subscribed', subscription: subscriptionCode(live) }
  const payments = await paymentsOf(context, scope, customerId)
  for (const payment of payments) {
    const refunds = payment.refunded > 0n ? await listRefundsOf(context.sql, payment) : []
    const disputes = await listDisputesOf(context.sql, payment)
    const isUndecided =
      isUnpaid(payment) ||
      refunds.some(({ status }) => status === 'pending') ||
      disputes.some((one) => isOpen(one) || one.callState === 'open')
    if (isUndecided) return { kind: 'open', reference: payment.reference }
  }
  const now = context.now()
  const name = publicId('customer', customerId)
  const nobody = `${customerId}@erased.invalid`
  const ids = payments.map(({ id }) => id)
  const transfers = await context.sql.begin(async (sql) => {
    await erasePayer(sql, now, scope, ids, nobody)
    await eraseConsents(sql, scope, ids)
    await eraseAuthorizations(sql, scope, customerId, now)
    await eraseSubscriptions(sql, scope, customerId)
    await eraseEvidence(sql, scope, ids)
    await eraseFiles(sql, scope, ids)
    const senders = await eraseSenders(sql, now, scope, ids)
    await noteErased(sql, scope, ids, now)
    await eraseContact(sql, now, scope, customerId, nobody)
    await bumpSettingsVersion(sql)
    const erased = await findCustomer(sql, scope, customerId)
    assert(erased, 'an erased customer keeps its row')
    const data = JSON.stringify(toWireCustomer(erased))
    await emit(sql, [newEvent(scope, 'customer.updated', data, now)])
    await noteIn(sql, now, businessId, {
      mode,
      loginId: null,
      email: by,
      address: '',
      requestId: '',
      action: 'operator subject erase',
      subject: name,
      bodyDigest: null,
      outcome: null,
    })
    return senders
  })
  forgetCached(context)
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return { kind: 'erased', customer: name, payments: payments.length, transfers }
}

function subscriptionsOf({ sql }: Context, scope: Scope, customerId: CustomerId) {
  return listSubscriptionsOf(sql, scope, customerId)
}

async function customerOf(context: Context, scope: Scope, email: string): Promise<Customer | null> {
  const id = await findCustomerId(context, scope, email)
  return id && findCustomer(context.sql, scope, id)
}

async function paymentsOf(
  { sql }: Context,
  scope: Scope,
  customerId: CustomerId,
): Promise<Transaction[]> {
  const all: Transaction[] = []
  let after: TransactionId | null = null
  while (true) {
    const some: Transaction[] = await listOfCustomer(sql, scope, customerId, { after, max: PAGE })
    all.push(...some)
    if (some.length < PAGE) return all
    after = some.at(-1)!.id
  }
}
