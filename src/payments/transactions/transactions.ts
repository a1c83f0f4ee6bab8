import type { Context, Scope } from '../../core/context.ts'
import { pageCodeOf, readPageCode } from '../../core/page-code.ts'
import { batchedFor, firstOfEach } from '../../platform/batch.ts'
import type { Sql } from '../../platform/db.ts'
import { findNamed, isUuid } from '../../platform/ids.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Keyring } from '../../platform/secrets.ts'
import { historyWith } from './history.ts'
import type {
  ChosenChannel,
  Happening,
  Transaction,
  TransactionId,
  TransactionKey,
} from './transactions.rows.ts'
import {
  findManyById,
  findManyByReference,
  findTransaction,
  updateOpen,
} from './transactions.sql.ts'

export { erasePayer, listOfCustomer } from './erase.sql.ts'
export { recordOf } from './fields.ts'
export { listToSubscribe, lockToSubscribe, setSubscribed } from './plan.sql.ts'
export { closeReview } from './review.sql.ts'
export { tallyCreated, tallyCustomer, tallyPaid } from './tally.sql.ts'
export {
  changeRows,
  findTransaction,
  type LinkTally,
  tallyLinks,
} from './transactions.sql.ts'

// A transaction is a payment, as the business sees it.
//
//   pending ──> ongoing              [change, when the customer acts or money is awaited]
//   pending, ongoing ──> success     [transaction_settle, and nothing else]
//   pending, ongoing ──> failed      [change, when the card attempts are used up]
//   pending, ongoing ──> abandoned   [abandonDue, when it has expired; cancel, by the customer;
//                                     cancelPayment, by the business]
//   success ──> reversed             [a full refund]
//
// Invariants:
// (1) It succeeds at most once. `transaction_settle` writes status, ledger entries and event in one
//     database transaction.
// (2) A closed transaction stays closed, except that a full refund reverses a success.
// (3) A change applies to the version that was read. If another came first, it is decided again.
// (4) A reference names one transaction of a business in a mode. At most once it passes from a
//     payment made with the public key to a payment of the server (displace.ts).

/** What can change while it is open. `happened` is added to the history. */
export type Change = {
  status?: 'ongoing' | 'failed' | 'abandoned'
  message?: Happening | ''
  gatewayResponse?: string
  ipAddress?: string | null
  attempts?: number
  errors?: number
  happened?: Happening
  expiresAt?: Date
  reasons?: string | null
  authorizationDetails?: string | null
}

export function isOpen(transaction: Transaction, now: Date): boolean {
  return isUnpaid(transaction) && transaction.expiresAt > now
}

/** Includes expired ones that the job has not closed yet. */
export function isUnpaid({ status }: Transaction): boolean {
  return status === 'pending' || status === 'ongoing'
}

export function channelsOf({ channels }: Transaction): ChosenChannel[] {
  return channels.split(',') as ChosenChannel[]
}

/** Its topic in `pubSub`. */
export function topicOf(id: string): string {
  return `transaction ${id}`
}

/** In the URL of its checkout. */
export function accessCodeOf(keys: Keyring, { businessId, mode, id }: TransactionKey): string {
  return pageCodeOf(keys, { businessId, mode }, id)
}

/** Null if it is no access code. The transaction need not exist. */
export function readAccessCode(keys: Keyring, code: string): TransactionKey | null {
  return readPageCode<'transaction'>(keys, code)
}

/** `findTransaction`, batched. */
export const findByKey = batchedFor(({ hot }: Context, keys: TransactionKey[]) =>
  findManyById(hot, keys),
)

const findNamedBy = batchedFor(({ hot }: Context, names: (Scope & { reference: string })[]) =>
  findManyByReference(hot, names),
)

/** Batched. */
export async function findByReference(
  context: Context,
  scope: Scope,
  reference: string,
): Promise<Transaction> {
  // PostgreSQL rejects U+0000, and no reference has it.
  if (reference.includes('\0')) refuse('transaction_not_found')
  return (await findNamedBy(context, { ...scope, reference })) ?? refuse('transaction_not_found')
}

/** By id, `transaction_uuid` or reference. A reference can be a UUID. */
export async function findPayment(
  context: Context,
  { businessId, mode }: Scope,
  name: string,
): Promise<Transaction | null> {
  const byId = (id: TransactionId) => findTransaction(context.sql, { businessId, mode, id })
  const byUuid = isUuid(name) ? await byId(name as TransactionId) : null
  if (byUuid !== null) return byUuid
  return findNamed('transaction', name, byId, (reference) =>
    findNamedBy(context, { businessId, mode, reference }),
  )
}

/** As `findPayment`. Refuses an unknown name and another business's alike. */
export async function paymentNamed(
  context: Context,
  scope: Scope,
  name: string,
): Promise<Transaction> {
  return (await findPayment(context, scope, name)) ?? refuse('transaction_not_found')
}

const updateBatched = batchedFor(({ hot }: Context, changed: Transaction[]) =>
  firstOfEach(
    changed,
    ({ id }) => id,
    null,
    (each) => updateMany(hot, each),
  ),
)

/**
 * Reads, decides and writes; repeats with a fresh reading if another change came first. `decide`
 * returns null to change nothing. `known`: a recent reading for the first attempt.
 */
export async function change(
  context: Context,
  key: TransactionKey,
  decide: (transaction: Transaction) => Change | null,
  known: Transaction | null = null,
): Promise<Transaction> {
  let reading = known
  return fromFreshReading(async () => {
    const before = reading ?? (await findByKey(context, key)) ?? refuse('transaction_not_found')
    reading = null
    const wanted = decide(before)
    if (wanted === null) return before
    const after = await updateBatched(context, changedBy(before, context.now(), wanted))
    if (after === null) throw new ChangedMeanwhile()
    context.pubSub.publish(topicOf(key.id))
    return after
  })
}

/** Null if it was closed or changed since it was read. */
export async function changeFrom(
  sql: Sql,
  now: Date,
  before: Transaction,
  change: Change,
): Promise<Transaction | null> {
  const [after = null] = await updateMany(sql, [changedBy(before, now, change)])
  return after
}

/** The rows after the change; null for each that was closed or changed since it was read. */
async function updateMany(sql: Sql, changed: Transaction[]): Promise<(Transaction | null)[]> {
  const ids = new Set(await updateOpen(sql, changed))
  return changed.map((row) => (ids.has(row.id) ? { ...row, version: row.version + 1 } : null))
}

/** The changed row. Its version is still the one that was read. */
export function changedBy(
  before: Transaction,
  now: Date,
  { happened, ...change }: Change,
): Transaction {
  const history = happened ? historyWith(before, now, happened) : before.history
  return { ...before, ...change, history, updatedAt: now }
}
