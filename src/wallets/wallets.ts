import type { Context, Scope } from '../context.ts'
import { balancesOf } from '../ledger/ledger.ts'
import type { Kobo } from '../lib/money.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Issued, WalletAccount } from '../virtual-accounts/virtual-accounts.ts'
import { walletAccountOf } from '../virtual-accounts/wallet-account.ts'

// What a business may spend, what it will be able to spend once it is settled, and the account
// number to which it transfers to have more.

export type Wallet = {
  /** Kobo, without what is held. */
  available: Kobo
  /** Kobo, paid and not yet settled. */
  pending: Kobo
  /** Null while the bank rail does not answer. */
  account: Issued<WalletAccount> | null
}

export async function walletOf(context: Context, scope: Scope): Promise<Wallet> {
  const [balances, account] = await Promise.all([
    balancesOf(context, scope),
    walletAccountOf(context, scope).catch(nullWithoutRail),
  ])
  return {
    available: balances.available.available,
    pending: balances.pending.available,
    account,
  }
}

/** The balance is told whatever the rail does. */
function nullWithoutRail(error: unknown): null {
  const isRail = error instanceof Refusal && error.code.startsWith('rail_')
  if (!isRail) throw error
  return null
}
