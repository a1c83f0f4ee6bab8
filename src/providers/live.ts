import type { Config } from '../platform/config.ts'
import { flutterwaveRails } from './flutterwave/flutterwave.ts'
import { type MonnifyDeps, monnifyRails } from './monnify/monnify.ts'
import { monoRails } from './mono/mono.ts'
import { paystackRails } from './paystack/paystack.ts'
import type { Bank, BankCodes, MessageRail, Provider } from './rails.ts'
import { safehavenRails } from './safehaven/safehaven.ts'

// The configured providers of live mode, in the order for new work. Mail alone does not enable live
// mode.

type Deps = Pick<MonnifyDeps, 'now' | 'log' | 'send' | 'monotonicMs'> & {
  /** Our list of banks. */
  banks: readonly (BankCodes & Bank)[]
  mail: MessageRail | null
}

export function liveProviders({ providers }: Config, { banks, mail, ...deps }: Deps): Provider[] {
  const made: Record<string, Provider | null> = {
    paystack: paystackRails(providers.paystack, { ...deps, banks }),
    monnify: monnifyRails(providers.monnify, deps),
    safehaven: safehavenRails(providers.safehaven, { ...deps, banks }),
    flutterwave: flutterwaveRails(providers.flutterwave, { ...deps, banks }),
    mono: monoRails(providers.mono, deps),
  }
  const all = providers.order.flatMap((name) => made[name] ?? [])
  return all.length === 0 || mail === null ? all : [...all, { message: mail }]
}
