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
    findWalletAccount(context, scope),
  ])
  return {
    available: balances.available.available,
    pending: balances.pending.available,
    account,
  }
}

/** Null while it has none and the bank rail does not answer. */
export async function findWalletAccount(
  context: Context,
  scope: Scope,
): Promise<Issued<WalletAccount> | null> {
  return walletAccountOf(context, scope).catch(nullWithoutRail)
}

/** What is told beside the account is told whatever the rail does. */
function nullWithoutRail(error: unknown): null {
  const isRail = error instanceof Refusal && error.code.startsWith('rail_')
  if (!isRail) throw error
  return null
}
