import type { Context } from '../../core/context.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { eventBody } from '../../core/events/webhooks.ts'
import { batchedFor } from '../../platform/batch.ts'
import { type Sql, violatedConstraint } from '../../platform/db.ts'
import { newId, shortId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { REFERENCE } from '../../platform/validation.ts'
import type { BankCredit } from '../../providers/outcomes.ts'
import { findFrozen } from '../splits/splits.ts'
import { sentIn } from '../transactions/sent.ts'
import { settlementOf } from '../transactions/settle.ts'
import type { Transaction } from '../transactions/transactions.rows.ts'
import type { DedicatedAccount, Issued } from '../virtual-accounts/virtual-accounts.rows.ts'
import { type Collection, insertCollections } from './collect.sql.ts'
import type { Deposit } from './deposits.sql.ts'
import { authorizationOf, matchedDeposit } from './deposits.ts'

// A credit to a dedicated account creates a transaction that is already paid. All values are
// computed first, and one database function writes a batch of credits in one round trip.

const GATEWAY_RESPONSE = 'Approved or completed successfully'
/** A second batch may be sent while one is at the database. */
const IN_FLIGHT_MAX = 2

/** Null if the session id is known. */
export async function collect(
  context: Context,
  rail: string,
  account: Issued<DedicatedAccount>,
  credit: BankCredit,
): Promise<Deposit | null> {
  return underFreeReference(credit, async (isNamedBySession) =>
    insert(context, await workedOut(context, rail, account, credit, isNamedBySession)),
  )
}

/** The reference is the session id. If that is taken, `book` is called again without it. */
export async function underFreeReference<Result>(
  { sessionId }: BankCredit,
  book: (isNamedBySession: boolean) => Promise<Result>,
): Promise<Result> {
  try {
    // A session id may contain characters that a reference must not.
    return await book(REFERENCE.test(sessionId))
  } catch (error) {
    // A payment of the business has this reference already.
    if (violatedConstraint(error) !== 'transaction_reference_is_unique') throw error
    return book(false)
  }
}

/** In the caller's database transaction, which is aborted if the reference is taken. */
export async function collectIn(
  sql: Sql,
  now: Date,
  collection: Collection,
): Promise<Deposit | null> {
  const [deposit = null] = await insertMany(sql, now, [collection])
  return deposit
}

const insert = batchedFor(
  (context: Context, collections: Collection[]) =>
    insertMany(context.hot, context.now(), collections),
  { inFlightMax: IN_FLIGHT_MAX },
)

async function insertMany(
  sql: Sql,
  now: Date,
  collections: Collection[],
): Promise<(Deposit | null)[]> {
  const claimed = await insertCollections(sql, now, collections)
  return collections.map(({ deposit }) => (claimed.has(deposit.depositId) ? deposit : null))
}

/** Runs before the deposit joins a batch, so that a waiting batch is ready to be sent. */
export async function workedOut(
  context: Context,
  rail: string,
  account: Issued<DedicatedAccount>,
  credit: BankCredit,
  isNamedBySession: boolean,
): Promise<Collection> {
  const now = context.now()
  const { splitCode } = account
  // An inactive split shares nothing, but the deposit is booked.
  const split = splitCode === null ? null : await findFrozen(context, account, splitCode)
  const transaction = { ...begun(account, credit, isNamedBySession, now), split }
  const settlement = await settlementOf(context, transaction, {
    channel: 'dedicated_virtual_account',
    amount: credit.amount,
    authorizationDetails: authorizationOf(account, credit),
    gatewayResponse: GATEWAY_RESPONSE,
    paidAt: credit.occurredAt,
    clearing: 'bank_clearing',
  })
  const deposit = matchedDeposit(rail, account, credit, transaction.id, now)
  return { deposit, settlement, received: received(account, transaction, credit, now) }
}

/** A pending transaction, as if it had been initialized. */
function begun(
  { businessId, mode, customerId, customer }: Issued<DedicatedAccount>,
  { amount, sessionId }: BankCredit,
  isNamedBySession: boolean,
  now: Date,
): Transaction {
  const id = newId<'transaction'>(now)
  return {
    businessId,
    mode,
    id,
    reference: isNamedBySession ? sessionId : shortId(id),
    status: 'pending',
    version: 0,
    amount,
    requestedAmount: amount,
    fee: null,
    vat: null,
    refunded: kobo(0),
    channel: null,
    channels: 'dedicated_virtual_account',
    customerId,
    email: customer.email,
    customerName: `${customer.firstName} ${customer.lastName}`,
    customerLastName: customer.lastName,
    ...sentIn({ phone: customer.phone }),
    metadata: null,
    gatewayResponse: '',
    message: null,
    authorizationDetails: null,
    ipAddress: null,
    madeWith: 'rail',
    displaced: false,
    paymentLinkId: null,
    planId: null,
    planQuantity: null,
    subscriptionId: null,
    notSubscribed: null,
    attempts: 0,
    errors: 0,
    history: '',
    updatedAt: null,
    split: null,
    createdAt: now,
    expiresAt: now,
    paidAt: null,
    reasons: null,
    review: null,
    reviewedBy: null,
    reviewedAt: null,
  }
}

/**
 * The event `transfer.received`, with exactly the fields of the contract. The amount is in kobo.
 */
function received(
  { businessId, mode, accountNumber }: Issued<DedicatedAccount>,
  { id, reference }: Transaction,
  credit: BankCredit,
  now: Date,
): NewEvent {
  const data = JSON.stringify({
    amount: Number(credit.amount),
    account_number: accountNumber,
    source: credit.senderName,
    reference,
    transaction_uuid: id,
  })
  return {
    businessId,
    mode,
    id: newId(now),
    type: 'transfer.received',
    route: 'dedicated_virtual_account',
    payload: eventBody('transfer.received', data, now),
    transactionId: id,
    at: now,
  }
}
