import type { Context } from '../context.ts'
import { batched } from '../lib/batch.ts'
import type { Database, Sql } from '../lib/db.ts'
import { newId, shortId } from '../lib/ids.ts'
import type { BankCredit } from '../rails/rails.ts'
import { ReferenceTaken, settleNew } from '../transactions/settle.ts'
import type { Transaction } from '../transactions/transactions.ts'
import type { DedicatedAccount, Issued } from '../virtual-accounts/virtual-accounts.ts'
import { emit, eventBody, type NewEvent } from '../webhooks/webhooks.ts'
import { insertDeposits } from './deposits.sql.ts'
import { authorizationOf, type Deposit, matchedDeposit } from './deposits.ts'

// A credit to a dedicated account makes a transaction of its own, paid from its first moment. What
// is written is worked out beforehand as plain values; then many credits share one database
// transaction: deposits, transactions, entries, both events of each.

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
    if (!(error instanceof ReferenceTaken)) throw error
    return collectOne({ rail, account, credit, isNamedBySession: false })
  }
}

async function collectMany(context: Context, items: Collected[]): Promise<(Deposit | null)[]> {
  const now = context.now()
  const worked = items.map((item) => workedOut(item, now))
  const booked = await context.hot.begin(async (sql) => {
    const claimed = await insertDeposits(
      sql,
      worked.map(({ deposit }) => deposit),
    )
    await pay(
      context,
      sql,
      worked.filter(({ deposit }) => claimed.has(deposit.depositId)),
    )
    return claimed
  })
  return worked.map(({ deposit }) => (booked.has(deposit.depositId) ? deposit : null))
}

/** What each deposit pays, and what is told of it, in the caller's database transaction. */
export async function pay(context: Context, sql: Sql, worked: WorkedOut[]): Promise<void> {
  await settleNew(context, sql, worked)
  await emit(
    sql,
    worked.map(({ received }) => received),
  )
}

export type WorkedOut = ReturnType<typeof workedOut>

export function workedOut({ rail, account, credit, isNamedBySession }: Collected, now: Date) {
  const id = newId<'transaction'>(now)
  const transaction: Transaction = {
    businessId: account.businessId,
    mode: account.mode,
    id,
    reference: isNamedBySession ? credit.sessionId : shortId(id),
    status: 'pending',
    version: 0,
    amount: credit.amount,
    requestedAmount: credit.amount,
    fee: null,
    vat: null,
    channel: null,
    channels: 'dedicated_virtual_account',
    customerId: account.customerId,
    email: account.customer.email,
    customerName: `${account.customer.firstName} ${account.customer.lastName}`,
    customerLastName: account.customer.lastName,
    phone: account.customer.phone,
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
  const payment = {
    channel: 'dedicated_virtual_account' as const,
    amount: credit.amount,
    authorizationDetails: authorizationOf(account, credit),
    gatewayResponse: 'Approved or completed successfully',
    note: 'Successfully paid by transfer to a dedicated account',
    paidAt: credit.occurredAt,
    clearing: 'bank_clearing' as const,
  }
  const deposit = matchedDeposit(rail, account, credit, id, now)
  return { deposit, transaction, payment, received: received(account, transaction, credit, now) }
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
  const collectOne = batched((items: Collected[]) => collectMany(context, items), {
    inFlightMax: IN_FLIGHT_MAX,
  })
  collectors.set(context.hot, collectOne)
  return collectOne
}
