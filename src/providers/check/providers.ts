import type { Config } from '../../platform/config.ts'
import { isLoopback } from '../../platform/networks.ts'
import type { ProviderName } from '../../platform/provider-settings.ts'
import { liveProviders } from '../live.ts'
import type { Bank, BankCodes } from '../rails.ts'
import type { CheckedProvider } from './check.ts'
import { listen } from './verdict.ts'

type Deps = { now: () => Date; banks: readonly (BankCodes & Bank)[] }

/** The configured providers, in order, each with its own log. */
export function checkedProviders({ providers, ...config }: Config, deps: Deps): CheckedProvider[] {
  return providers.order.flatMap((name) => {
    const heard = listen()
    const log = { warn: (fields: object) => heard.warn(fields) }
    const alone = { ...config, providers: { ...providers, order: [name] } }
    const made = liveProviders(alone, { ...deps, mail: null, log })
    const isHere = isLoopback(new URL(providers[name]?.baseUrl ?? '').hostname)
    const address = { url: addressOf({ ...config, providers }, name), isHere }
    return made.map((provider) => ({ name, provider, heard, address }))
  })
}

/** The URL without a token. */
function addressOf({ baseUrl, providers }: Config, name: ProviderName): string {
  if (name === 'safehaven') return `${providers.safehaven?.callbackUrl}/nobodys-token`
  return baseUrl === '' ? '' : `${baseUrl}/api/v1/rails/${name}/notifications`
}
