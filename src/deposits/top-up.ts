import type { Context } from '../context.ts'
import { post } from '../ledger/ledger.ts'
import type { Sql } from '../lib/db.ts'
import type { BankCredit } from '../rails/rails.ts'
import type { Issued, WalletAccount } from '../virtual-accounts/virtual-accounts.ts'
import { insertDeposits } from './deposits.sql.ts'
import { type Deposit, matchedDeposit } from './deposits.ts'

// A credit to a business's own account number: the money is the business's already, so it costs no
// fee, waits for no settlement and is no payment.

/** Null where the session id is known already. */
export async function topUp(
  context: Context,
  rail: string,
  account: Issued<WalletAccount>,
  credit: BankCredit,
): Promise<Deposit | null> {
  const now = context.now()
  const deposit = matchedDeposit(rail, account, credit, null, now)
  return context.sql.begin(async (sql) => {
    const claimed = await insertDeposits(sql, [deposit])
    if (claimed.size === 0) return null
    await creditWallet(sql, now, deposit)
    return deposit
  })
}

export async function creditWallet(sql: Sql, now: Date, deposit: Deposit): Promise<void> {
  const { businessId, mode, depositId, amount, occurredAt } = deposit
  await post(sql, now, [
    {
      businessId,
      mode,
      causeId: depositId,
      reason: 'wallet_top_up',
      debit: 'bank_clearing',
      credit: 'available',
      amount,
      occurredAt,
    },
  ])
}
