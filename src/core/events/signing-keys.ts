import { LRUCache } from 'lru-cache'
import type { Context, Scope } from '../context.ts'
import { type SigningKey, secretBinding, signingKey } from './sign.ts'
import type { EndpointKey } from './webhooks.sql.ts'

// The keys that sign events. Opening a secret costs more than signing with it.

const SIGNING_KEYS_MAX = 10_000

/** The sealed secrets of an endpoint. */
export type Secrets = {
  secret: string
  previousSecret: string | null
  previousUntil: Date | null
}

/** Caches keys by sealed secret, so a rolled secret gets a new entry. */
export function signingKeys({ keys }: Pick<Context, 'keys'>) {
  const known = new LRUCache<string, SigningKey>({ max: SIGNING_KEYS_MAX })
  return (
    endpoint: Scope & { route: EndpointKey } & Secrets,
    at: Date,
  ): [SigningKey, ...SigningKey[]] => {
    const open = (sealed: string): SigningKey => {
      const found = known.get(sealed)
      if (found) return found
      const key = signingKey(keys.open(sealed, secretBinding(endpoint, endpoint.route)))
      known.set(sealed, key)
      return key
    }
    const { secret, previousSecret, previousUntil } = endpoint
    const current = open(secret)
    if (previousSecret === null || previousUntil! <= at) return [current]
    return [open(previousSecret), current]
  }
}
