import type { Context } from '../context.ts'
import { batched } from '../lib/batch.ts'
import { type Database, type Sql, violatedConstraint } from '../lib/db.ts'
import { newId, shortId } from '../lib/ids.ts'
import type { BankCredit } from '../rails/rails.ts'
import { type Settlement, settlementOf } from '../transactions/settle.ts'
import type { Transaction } from '../transactions/transactions.ts'
import type { DedicatedAccount, Issued } from '../virtual-accounts/virtual-accounts.ts'
import { eventBody, type NewEvent } from '../webhooks/webhooks.ts'
import { insertCollections } from './collect.sql.ts'
import { authorizationOf, type Deposit, matchedDeposit } from './deposits.ts'

// A credit to a dedicated account makes a transaction of its own, paid from its first moment. What
// is written is worked out beforehand as plain values; then one function of the database writes
// many credits in one trip: sessions, deposits, transactions, entries, both events of each.

/** What may stand as a reference. A session id may hold more. */
const REFERENCE = /^[A-Za-z0-9._=-]{1,100}$/
/** While one batch is at the database the next one is worked out and sent. */
const IN_FLIGHT_MAX = 2

type Collected = {
  rail: string
  account: Issued<DedicatedAccount>
  credit: BankCredit
  /** The session id is the reference, unless it is taken. */
  isNamedBySession: boolean
}

/** Null where the session id is known already. */
export async function collect(
  context: Context,
  rail: string,
  account: Issued<DedicatedAccount>,
  credit: BankCredit,
): Promise<Deposit | null> {
  const collectOne = collectorOf(context)
  const isNamedBySession = REFERENCE.test(credit.sessionId)
  try {
    return await collectOne({ rail, account, credit, isNamedBySession })
  } catch (error) {
    // The business has named a payment of its own like this transfer.
    if (violatedConstraint(error) !== 'transaction_reference_is_unique') throw error
    return collectOne({ rail, account, credit, isNamedBySession: false })
  }
}

/** True for each that was never notified before, in the order of the input. */
export async function collectMany(
  context: Context,
  sql: Sql,
  items: Collected[],
): Promise<(Deposit | null)[]> {
  const now = context.now()
  const collections = await Promise.all(items.map((item) => workedOut(context, item, now)))
  const fresh = await insertCollections(sql, now, collections)
  return collections.map(({ deposit }) => (fresh.has(deposit.depositId) ? deposit : null))
}

export type Collection = { deposit: Deposit; settlement: Settlement; received: NewEvent }

async function workedOut(
  context: Context,
  { rail, account, credit, isNamedBySession }: Collected,
  now: Date,
): Promise<Collection> {
  const transaction = begun(account, credit, isNamedBySession, now)
  const settlement = await settlementOf(context, transaction, {
    channel: 'dedicated_virtual_account',
    amount: credit.amount,
    authorizationDetails: authorizationOf(account, credit),
    gatewayResponse: 'Approved or completed successfully',
    note: 'Successfully paid by transfer to a dedicated account',
    paidAt: credit.occurredAt,
    clearing: 'bank_clearing',
  })
  const deposit = matchedDeposit(rail, account, credit, transaction.id, now)
  return { deposit, settlement, received: received(account, transaction, credit, now) }
}

/** The transaction as it would be if somebody had asked for it a moment ago. */
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
    channel: null,
    channels: 'dedicated_virtual_account',
    customerId,
    email: customer.email,
    customerName: `${customer.firstName} ${customer.lastName}`,
    customerLastName: customer.lastName,
    phone: customer.phone,
    callbackUrl: null,
    metadata: null,
    gatewayResponse: '',
    message: null,
    authorizationDetails: null,
    ipAddress: null,
    madeWith: 'rail',
    attempts: 0,
    errors: 0,
    history: '',
    createdAt: now,
    expiresAt: now,
    paidAt: null,
  }
}

/** Exactly the fields of the contract, and no others. The amount is kobo. */
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
    at: now,
  }
}

type Collect = (item: Collected) => Promise<Deposit | null>
const collectors = new WeakMap<Database, Collect>()

function collectorOf(context: Context): Collect {
  const existing = collectors.get(context.hot)
  if (existing) return existing
  const collectOne = batched((items: Collected[]) => collectMany(context, context.hot, items), {
    inFlightMax: IN_FLIGHT_MAX,
  })
  collectors.set(context.hot, collectOne)
  return collectOne
}
