import assert from 'node:assert/strict'
import { settingsOf } from '../businesses/businesses.ts'
import type { Context } from '../context.ts'
import { later, MINUTE } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import type { Transaction } from '../transactions/transactions.ts'
import { nipName } from './account-name.ts'
import { findLatestOneOff, insertOneOff } from './virtual-accounts.sql.ts'
import { type Issued, issue, type OneOffAccount } from './virtual-accounts.ts'

// An account for one payment: it takes exactly the amount, for half an hour.

export { listOneOffsOf } from './virtual-accounts.sql.ts'

export const ONE_OFF_ACCOUNT_MS = 30 * MINUTE

/** Asked twice, the same account, until it has run out. Refuses when the rail does not answer. */
export async function oneOffAccountFor(
  context: Context,
  transaction: Transaction,
): Promise<Issued<OneOffAccount>> {
  const reserved = await reserve(context, transaction)
  if (reserved.accountNumber !== null) return reserved as Issued<OneOffAccount>
  const { virtualAccountId: key, businessId: onBehalfOf, accountName, amount, expiresAt } = reserved
  const { account } = await issue(context, reserved, (bank, attempt) =>
    bank.issueOneOffAccount({ key, onBehalfOf, attempt, accountName, amount, expiresAt }),
  )
  return account
}

/** The account that still takes the payment, or null. */
export async function currentOneOff(
  context: Context,
  transaction: Transaction,
): Promise<Issued<OneOffAccount> | null> {
  const latest = await findLatestOneOff(context.sql, transaction)
  const takes = latest?.accountNumber && latest.expiresAt > context.now()
  return takes ? (latest as Issued<OneOffAccount>) : null
}

async function reserve(context: Context, transaction: Transaction): Promise<OneOffAccount> {
  const now = context.now()
  const latest = await findLatestOneOff(context.sql, transaction)
  if (latest && latest.expiresAt > now) return latest

  const { businessName } = await settingsOf(context, transaction)
  const runsOut = later(now, ONE_OFF_ACCOUNT_MS)
  await insertOneOff(context.sql, {
    businessId: transaction.businessId,
    mode: transaction.mode,
    virtualAccountId: newId(now),
    kind: 'one_off',
    transactionId: transaction.id,
    ordinal: (latest?.ordinal ?? 0) + 1,
    amount: transaction.amount,
    accountName: nipName(businessName) || 'CHECKOUT',
    createdAt: now,
    updatedAt: now,
    expiresAt: runsOut < transaction.expiresAt ? runsOut : transaction.expiresAt,
  })
  const reserved = await findLatestOneOff(context.sql, transaction)
  assert(reserved, 'a row that was inserted, by us or by a twin, is there')
  return reserved
}
