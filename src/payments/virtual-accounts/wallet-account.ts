import assert from 'node:assert/strict'
import { numbersOfBusiness } from '../../accounts/activation/activation.ts'
import { findBusiness, settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import { newId } from '../../platform/ids.ts'
import { railFor } from '../../providers/capabilities.ts'
import { nipName } from './account-name.ts'
import type { Issued, WalletAccount } from './virtual-accounts.rows.ts'
import { findWallet, insertWallet } from './virtual-accounts.sql.ts'
import { issue } from './virtual-accounts.ts'

// The account number of a business's wallet: one in each mode, created when it is first requested.

/** Refuses if the account must be issued and the rail does not answer. */
export async function walletAccountOf(
  context: Context,
  scope: Scope,
): Promise<Issued<WalletAccount>> {
  const reserved = (await findWallet(context.sql, scope)) ?? (await reserve(context, scope))
  if (reserved.accountNumber !== null) return reserved as Issued<WalletAccount>
  const { virtualAccountId: key, businessId: onBehalfOf, accountName } = reserved
  const [business, { bvn, nin }] = await Promise.all([
    findBusiness(context.sql, onBehalfOf),
    numbersOfBusiness(context, onBehalfOf),
  ])
  assert(business, 'a wallet must belong to a business')
  const holder = { email: business.email, phone: null }
  const wanted = { key, onBehalfOf, accountName, bvn, nin, holder }
  const { account } = await issue(context, reserved, (bank, attempt) =>
    bank.issueAccount({ ...wanted, attempt }),
  )
  return account
}

async function reserve(context: Context, { businessId, mode }: Scope): Promise<WalletAccount> {
  const now = context.now()
  const rail = railFor(context.rails, { businessId, mode }, 'permanent_accounts').name
  const { businessName } = await settingsOf(context, { businessId, mode })
  await insertWallet(context.sql, {
    businessId,
    mode,
    virtualAccountId: newId(now),
    rail,
    kind: 'wallet',
    accountName: nipName(businessName) || 'WALLET',
    createdAt: now,
    updatedAt: now,
  })
  const reserved = await findWallet(context.sql, { businessId, mode })
  assert(reserved, 'the row must exist, inserted here or concurrently')
  return reserved
}
