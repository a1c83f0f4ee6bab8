import assert from 'node:assert/strict'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { batchedFor } from '../../platform/batch.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { railFor } from '../../providers/capabilities.ts'
import type { Transaction } from '../transactions/transactions.rows.ts'
import { nipName } from './account-name.ts'
import { FIRST_AFTER_MS } from './enquire.sql.ts'
import type { Issued, OneOffAccount } from './virtual-accounts.rows.ts'
import {
  findAccount,
  findLatestOneOff,
  insertOneOffs,
  setOneOffNumbers,
} from './virtual-accounts.sql.ts'
import { type IssuedNumber, numbered } from './virtual-accounts.ts'

// An account for one payment: it accepts exactly the amount, for half an hour. Rows and numbers are
// batched.

export { listOneOffsOf } from './virtual-accounts.sql.ts'

const ONE_OFF_ACCOUNT_MS = 30 * MINUTE

/** Returns the same account until it expires. Refuses if the rail does not answer. */
export async function oneOffAccountFor(
  context: Context,
  transaction: Transaction,
): Promise<Issued<OneOffAccount>> {
  const reserved = await reserve(context, transaction)
  if (reserved.accountNumber !== null) return reserved as Issued<OneOffAccount>
  const { virtualAccountId: key, businessId: onBehalfOf, accountName, amount, expiresAt } = reserved
  const holder = { email: transaction.email, phone: transaction.phone }
  const wanted = { key, onBehalfOf, accountName, amount, expiresAt, holder }
  return numbered(
    context,
    'one_off_accounts',
    reserved,
    (bank, attempt) => bank.issueOneOffAccount({ ...wanted, attempt }),
    (number) => record(context, reserved, number),
  )
}

/** The account that still accepts the payment. */
export async function currentOneOff(
  context: Context,
  transaction: Transaction,
): Promise<Issued<OneOffAccount> | null> {
  const latest = await findLatestOneOff(context.sql, transaction)
  const takes = latest?.accountNumber && latest.expiresAt > context.now()
  return takes ? (latest as Issued<OneOffAccount>) : null
}

/** The amount that it accepts. */
export function exactFor({ amount, payable }: OneOffAccount): Kobo {
  return payable ?? amount
}

const insert = batchedFor(({ hot }: Context, accounts: OneOffAccount[]) =>
  insertOneOffs(hot, accounts),
)

/** Inserts before it reads: usually there is no account yet. */
async function reserve(context: Context, transaction: Transaction): Promise<OneOffAccount> {
  const { businessName } = await settingsOf(context, transaction)
  const { name: rail, enquireCredit } = railFor(context.rails, transaction, 'one_off_accounts')
  const made = { businessName, rail, isAsked: enquireCredit !== undefined }
  const first = newOneOff(transaction, made, 1, context.now())
  if (await insert(context, first)) return first
  const latest = await latestOf(context, transaction)
  const now = context.now()
  if (latest.expiresAt > now) return latest
  await insert(context, newOneOff(transaction, made, latest.ordinal + 1, now))
  return latestOf(context, transaction)
}

async function latestOf(context: Context, transaction: Transaction): Promise<OneOffAccount> {
  const latest = await findLatestOneOff(context.sql, transaction)
  assert(latest, 'the row must exist, inserted here or concurrently')
  return latest
}

function newOneOff(
  { businessId, mode, id, amount, expiresAt }: Transaction,
  { businessName, rail, isAsked }: { businessName: string; rail: string; isAsked: boolean },
  ordinal: number,
  now: Date,
): OneOffAccount {
  const runsOut = later(now, ONE_OFF_ACCOUNT_MS)
  return {
    businessId,
    mode,
    virtualAccountId: newId(now),
    rail,
    kind: 'one_off',
    transactionId: id,
    ordinal,
    amount,
    accountName: nipName(businessName) || 'CHECKOUT',
    accountNumber: null,
    bank: null,
    handle: null,
    createdAt: now,
    updatedAt: now,
    assignedAt: null,
    expiresAt: runsOut < expiresAt ? runsOut : expiresAt,
    payable: null,
    enquireAt: isAsked ? later(now, FIRST_AFTER_MS) : null,
  }
}

const setNumber = batchedFor(({ hot }: Context, accounts: Issued<OneOffAccount>[]) =>
  setOneOffNumbers(hot, accounts),
)

/** Null if the number belongs to another account. */
async function record(
  context: Context,
  account: OneOffAccount,
  { kind: _, ...number }: IssuedNumber,
): Promise<Issued<OneOffAccount> | null> {
  const now = context.now()
  const { accountNumber, bank, accountName = account.accountName, expiresAt: until } = number
  const expiresAt = until && until < account.expiresAt ? until : account.expiresAt
  const { payable = account.payable } = number
  const own = { accountNumber, bank, accountName, expiresAt, payable }
  const issued = { ...account, ...own, assignedAt: now, updatedAt: now }
  const kept = await setNumber(context, issued)
  if (kept === null) return null
  if (kept === issued.accountNumber) return issued
  // A concurrent call was faster and got another number from the rail. The first number stays.
  return (await findAccount(context.sql, account)) as Issued<OneOffAccount>
}
