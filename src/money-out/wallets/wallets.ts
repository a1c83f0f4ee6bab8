import type { Context, Scope } from '../../core/context.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import type {
  Issued,
  WalletAccount,
} from '../../payments/virtual-accounts/virtual-accounts.rows.ts'
import { walletAccountOf } from '../../payments/virtual-accounts/wallet-account.ts'
import type { Kobo } from '../../platform/money.ts'
import { Refusal } from '../../platform/refusal.ts'

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

/** Null while it has none and no bank gives it one. */
export async function findWalletAccount(
  context: Context,
  scope: Scope,
): Promise<Issued<WalletAccount> | null> {
  return walletAccountOf(context, scope).catch(nullWithoutRail)
}

/** What a bank of live mode may lack, or ask for and nobody has said: nobody was asked anything. */
const NO_ACCOUNT = ['not_available_live', 'identity_required', 'invalid_request']

/** What is told beside the account is told whatever the rail does. */
function nullWithoutRail(error: unknown): null {
  const { code } = error instanceof Refusal ? error : { code: '' }
  if (!code.startsWith('rail_') && !NO_ACCOUNT.includes(code)) throw error
  return null
}
