import assert from 'node:assert/strict'
import { settingsOf } from '../businesses/businesses.ts'
import type { Context, Scope } from '../context.ts'
import { later, MINUTE } from '../lib/clock.ts'
import { type Id, newId } from '../lib/ids.ts'
import type { Kobo } from '../lib/money.ts'
import { refuse } from '../lib/refusal.ts'
import { ask } from '../rails/ask.ts'
import type { Bank } from '../rails/rails.ts'
import type { Transaction, TransactionId } from '../transactions/transactions.ts'
import { claimNumber, findLatestOneOff, insertOneOff, setNumber } from './virtual-accounts.sql.ts'

export { findByNumber } from './virtual-accounts.sql.ts'

// Account numbers that a rail issued for us. A one-off account takes exactly one payment, for
// exactly its amount, for half an hour; its number stays ours for ever, so that late money is
// found. First the row, then the rail under the row's id, then the number: a crash in between
// leaves a row that the next call finishes, and the rail answers with the same number.

export const ONE_OFF_ACCOUNT_MS = 30 * MINUTE
export const ACCOUNT_NAME_MAX = 50
const NUMBER_TRIES_MAX = 20

export type VirtualAccountId = Id<'virtual_account'>
export type OneOffAccount = Scope & {
  virtualAccountId: VirtualAccountId
  transactionId: TransactionId
  ordinal: number
  amount: Kobo
  accountName: string
  createdAt: Date
  expiresAt: Date
} & ({ accountNumber: string; bank: Bank } | { accountNumber: null; bank: null })
export type IssuedAccount = Extract<OneOffAccount, { accountNumber: string }>

/** Asked twice, the same account, until it has run out. Refuses when the rail does not answer. */
export async function oneOffAccountFor(
  context: Context,
  transaction: Transaction,
): Promise<IssuedAccount> {
  const account = await reserve(context, transaction)
  return account.accountNumber === null ? issue(context, account) : (account as IssuedAccount)
}

/** The account that still takes the payment, or null. */
export async function currentOneOff(
  context: Context,
  transaction: Transaction,
): Promise<IssuedAccount | null> {
  const latest = await findLatestOneOff(context.sql, transaction)
  const takes = latest?.accountNumber && latest.expiresAt > context.now()
  return takes ? (latest as IssuedAccount) : null
}

/** Capitals, and only what NIP can carry in a name; at most 50 characters. */
export function nipName(name: string): string {
  return name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z0-9 .,&'/-]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, ACCOUNT_NAME_MAX)
    .trim()
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
    transactionId: transaction.id,
    ordinal: (latest?.ordinal ?? 0) + 1,
    amount: transaction.amount,
    accountName: nipName(businessName) || 'CHECKOUT',
    createdAt: now,
    expiresAt: runsOut < transaction.expiresAt ? runsOut : transaction.expiresAt,
  })
  const reserved = await findLatestOneOff(context.sql, transaction)
  assert(reserved, 'a row that was inserted, by us or by a twin, is there')
  return reserved
}

async function issue(context: Context, account: OneOffAccount): Promise<IssuedAccount> {
  const rails = context.rails[account.mode] ?? refuse('not_enabled')
  for (let attempt = 0; attempt < NUMBER_TRIES_MAX; attempt++) {
    const { virtualAccountId: key, accountName, amount, expiresAt } = account
    const outcome = await ask(
      rails.bank.issueOneOffAccount({ key, attempt, accountName, amount, expiresAt }),
    )
    switch (outcome.kind) {
      case 'unavailable':
        return refuse('rail_unavailable')
      case 'unknown':
        return refuse('rail_timeout')
      case 'issued':
        // A number that is another's already: the rail repeated itself. Ask for the next one.
        if (!(await claimNumber(context.sql, account, outcome.accountNumber))) continue
        return setNumber(context.sql, account, outcome.accountNumber, outcome.bank)
    }
  }
  return refuse('rail_unavailable')
}
