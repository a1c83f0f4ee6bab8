import type { PaystackSettings } from '../../platform/config.ts'
import { isLoopback } from '../../platform/networks.ts'
import type { Send } from '../../platform/outbound.ts'
import { type ProviderClient, type ProviderSetup, providerClient } from '../client.ts'
import type { Bank } from '../rails.ts'
import { codeOf } from './answers.ts'

// Calls to Paystack. A charge's reference is our key.

const PAGES = 'https://checkout.paystack.com'
/** What Paystack accepts as a reference. */
export const KEY = /^[A-Za-z0-9.=-]{1,100}$/
/** Of any charge, also of other programs. */
export const CHARGE = /^[\w.=-]{1,100}$/

export type PaystackDeps = Pick<ProviderSetup, 'now' | 'log' | 'monotonicMs'> & {
  send?: Send
  /** Our list of banks. */
  banks: readonly Bank[]
}

export type Paystack = {
  client: ProviderClient
  now: () => Date
  log: PaystackDeps['log']
  offers: PaystackSettings['offers']
  /** The banks that open permanent accounts, in order. */
  issuers: PaystackSettings['issuers']
  banks: readonly Bank[]
  domain: 'live' | 'test'
  /** Where its payment pages are. */
  pageOrigin: string
  /** How long a page accepts a payment. */
  pageMs: number
}

export function paystackClient(config: PaystackSettings, deps: PaystackDeps): Paystack {
  const { secretKey, baseUrl, pageMs, offers, issuers } = config
  const base = new URL(baseUrl)
  return {
    client: providerClient({
      ...deps,
      provider: 'paystack',
      baseUrl,
      headers: { authorization: `Bearer ${secretKey}` },
      codeOf,
    }),
    now: deps.now,
    log: deps.log,
    offers,
    issuers,
    banks: deps.banks,
    domain: secretKey.startsWith('sk_live_') ? 'live' : 'test',
    pageOrigin: isLoopback(base.hostname) ? base.origin : PAGES,
    pageMs,
  }
}
