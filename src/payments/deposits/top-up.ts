import type { Context } from '../../core/context.ts'
import { emit } from '../../core/events/webhooks.ts'
import { post } from '../../core/ledger/ledger.ts'
import type { Sql } from '../../platform/db.ts'
import type { BankCredit } from '../../providers/outcomes.ts'
import type { Issued, WalletAccount } from '../virtual-accounts/virtual-accounts.rows.ts'
import { type Deposit, insertDeposit } from './deposits.sql.ts'
import { depositEvent, matchedDeposit } from './deposits.ts'

// A credit to the account number of a business's wallet. It has no fee, needs no settlement, and is
// not a payment.

/** Null if the session id is known. */
export async function topUp(
  context: Context,
  rail: string,
  account: Issued<WalletAccount>,
  credit: BankCredit,
): Promise<Deposit | null> {
  return context.sql.begin((sql) => creditWallet(context, sql, rail, account, credit))
}

/** In the caller's database transaction. */
export async function creditWallet(
  context: Context,
  sql: Sql,
  rail: string,
  account: Issued<WalletAccount>,
  credit: BankCredit,
): Promise<Deposit | null> {
  const now = context.now()
  const deposit = matchedDeposit(rail, account, credit, null, now)
  if (!(await insertDeposit(sql, deposit))) return null
  const { businessId, mode, depositId: causeId, amount, occurredAt } = deposit
  const cause = { businessId, mode, causeId, reason: 'wallet_top_up' } as const
  const moved = { debit: 'bank_clearing', credit: 'available', amount, occurredAt } as const
  await post(sql, now, [{ ...cause, ...moved }])
  await emit(sql, [depositEvent('deposit.topped_up', deposit, now)])
  return deposit
}
