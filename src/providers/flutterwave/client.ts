import type { FlutterwaveSettings } from '../../platform/config.ts'
import type { Send } from '../../platform/outbound.ts'
import { type ProviderClient, type ProviderSetup, providerClient } from '../client.ts'
import type { Bank, BankCodes } from '../rails.ts'
import { codeOf } from './answers.ts'

// Calls to Flutterwave v3. A charge's `tx_ref` is our key.

/** Flutterwave accepts at most 100 characters. */
export const KEY = /^[A-Za-z0-9.-]{1,100}$/

export type FlutterwaveDeps = Pick<ProviderSetup, 'now' | 'log' | 'monotonicMs'> & {
  send?: Send
  /** Our list of banks. */
  banks: readonly (BankCodes & Bank)[]
}

export type Flutterwave = {
  client: ProviderClient
  now: () => Date
  log: FlutterwaveDeps['log']
  offers: FlutterwaveSettings['offers']
  banks: FlutterwaveDeps['banks']
  /** Where its payment pages are. */
  pageOrigin: string
  /** How long a page accepts a payment. */
  pageMs: number
}

export function flutterwaveClient(config: FlutterwaveSettings, deps: FlutterwaveDeps): Flutterwave {
  const { secretKey, baseUrl, pageOrigin, pageMs, offers } = config
  return {
    client: providerClient({
      ...deps,
      provider: 'flutterwave',
      baseUrl,
      headers: { authorization: `Bearer ${secretKey}` },
      codeOf,
    }),
    now: deps.now,
    log: deps.log,
    banks: deps.banks,
    offers,
    pageOrigin,
    pageMs,
  }
}
