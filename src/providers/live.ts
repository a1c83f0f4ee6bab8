import type { Config } from '../platform/config.ts'
import { type MonnifyDeps, monnifyRails } from './monnify/monnify.ts'
import { paystackRails } from './paystack/paystack.ts'
import type { BankCodes, MessageRail, Provider } from './rails.ts'
import { safehavenRails } from './safehaven/safehaven.ts'

// Live mode: the providers that are configured, in the order in which they are asked for what is
// new. Mail alone is no provider: without another, live mode is not there.

type Deps = Pick<MonnifyDeps, 'now' | 'log' | 'send' | 'monotonicMs'> & {
  /** Our list. */
  banks: readonly BankCodes[]
  mail: MessageRail | null
}

export function liveProviders({ providers }: Config, { banks, mail, ...deps }: Deps): Provider[] {
  const made: Record<string, Provider | null> = {
    paystack: paystackRails(providers.paystack, deps),
    monnify: monnifyRails(providers.monnify, deps),
    safehaven: safehavenRails(providers.safehaven, { ...deps, banks }),
  }
  const all = providers.order.flatMap((name) => made[name] ?? [])
  return all.length === 0 || mail === null ? all : [...all, { message: mail }]
}
