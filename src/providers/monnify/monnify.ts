import { standing } from '../client.ts'
import type { Provider } from '../rails.ts'
import { accounts } from './accounts.ts'
import { banksOf } from './banks.ts'
import { cards } from './card.ts'
import { type MonnifyConfig, type MonnifyDeps, monnifyApi } from './client.ts'
import { notifies } from './notifications.ts'
import { payouts } from './payouts.ts'
import { returns } from './returns.ts'
import { books } from './statement.ts'

// Monnify: one-off and permanent accounts, names, payouts, returns, and cards on its own page. See
// docs/rails/monnify.md.

export type { MonnifyConfig, MonnifyDeps } from './client.ts'

const MONNIFY_NAME = 'monnify'

/** Null if it is not configured. */
export function monnifyRails(config: MonnifyConfig | null, deps: MonnifyDeps) {
  if (config === null) return null
  const api = monnifyApi(config, deps)
  const banks = banksOf(api)
  const own = { name: MONNIFY_NAME, ...standing(api.client) }
  const notifying = notifies(api, banks)
  return {
    bank: {
      ...own,
      ...accounts(api),
      ...payouts(api, banks),
      ...returns(api, banks),
      ...notifying,
      ...books(api),
      listBanks: banks.listBanks,
    },
    // Both notify one URL, which the bank reads.
    card: { ...own, ...cards(api) },
  } satisfies Provider
}
