import { standing } from '../client.ts'
import type { Provider } from '../rails.ts'
import { closing, oneOffAccounts, permanentAccounts } from './accounts.ts'
import { type SafehavenConfig, type SafehavenDeps, safehavenApi } from './client.ts'
import { identityOf } from './identity.ts'
import { notifies } from './notifications.ts'
import { nameEnquiry, payouts, returns } from './payouts.ts'
import { bankBooks } from './statement.ts'
import { transfers } from './transfers.ts'

// Safe Haven MFB: one-off accounts, permanent accounts for verified customers, names, payouts,
// returns, and BVN and NIN with a code. See docs/rails/safehaven.md.

export type { SafehavenConfig, SafehavenDeps } from './client.ts'

const SAFEHAVEN_NAME = 'safehaven'

/** Null if it is not configured. */
export function safehavenRails(config: SafehavenConfig | null, deps: SafehavenDeps) {
  if (config === null) return null
  const api = safehavenApi(config, deps)
  const out = transfers(api)
  const own = { name: SAFEHAVEN_NAME, ...standing(api.client) }
  return {
    bank: {
      ...own,
      ...oneOffAccounts(api),
      ...permanentAccounts(api),
      ...nameEnquiry(api),
      ...payouts(api, out),
      ...returns(api, out),
      ...notifies(api),
      ...bankBooks(api),
      ...closing(api),
    },
    identity: { ...own, ...identityOf(api) },
  } satisfies Provider
}
