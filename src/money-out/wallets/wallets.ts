import type { Context, Scope } from '../../core/context.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import type {
  Issued,
  WalletAccount,
} from '../../payments/virtual-accounts/virtual-accounts.rows.ts'
import { walletAccountOf } from '../../payments/virtual-accounts/wallet-account.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { Refusal } from '../../platform/refusal.ts'

// The wallet of a business: its balances, and the account number that tops it up.

export type Wallet = {
  /** Without holds. */
  available: Kobo
  /** Paid and not yet settled. */
  pending: Kobo
  /** Taken while payments are disputed. */
  disputed: Kobo
  /** Owed for disputes: paid from what the wallet receives, before anything else. */
  debt: Kobo
  /** Null while no bank rail issues one. */
  account: Issued<WalletAccount> | null
}

export async function walletOf(context: Context, scope: Scope): Promise<Wallet> {
  const [balances, account] = await Promise.all([
    balancesOf(context, scope),
    findWalletAccount(context, scope),
  ])
  const { available, pending, disputed, debt } = balances
  return {
    available: available.available,
    pending: pending.available,
    disputed: disputed.posted,
    debt: kobo(-debt.posted),
    account,
  }
}

/** Refused before any request: the rail issues no accounts, or needs data that is missing. */
const NO_ACCOUNT = ['not_enabled', 'not_available_live', 'identity_required', 'invalid_request']

/** Null while no bank rail issues one: the balance is shown all the same. */
export async function findWalletAccount(
  context: Context,
  scope: Scope,
): Promise<Issued<WalletAccount> | null> {
  return walletAccountOf(context, scope).catch(nullWithoutRail)
}

function nullWithoutRail(error: unknown): null {
  const { code } = error instanceof Refusal ? error : { code: '' }
  if (!code.startsWith('rail_') && !NO_ACCOUNT.includes(code)) throw error
  return null
}
