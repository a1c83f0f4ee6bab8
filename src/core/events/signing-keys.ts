import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import type { Claim } from './deliver.sql.ts'
import { type SigningKey, secretBinding, signingKey } from './sign.ts'

// The keys that sign deliveries. Opening a secret costs more than signing with it.

const SIGNING_KEYS_MAX = 10_000

/** Opened and made into keys once; a roll brings another sealed text and so another entry. */
export function signingKeys({ keys }: Context) {
  const known = new LRUCache<string, SigningKey>({ max: SIGNING_KEYS_MAX })
  function open(claim: Claim, sealed: string): SigningKey {
    const found = known.get(sealed)
    if (found) return found
    const key = signingKey(keys.open(sealed, secretBinding(claim, claim.targetRoute!)))
    known.set(sealed, key)
    return key
  }
  return (claim: Claim, at: Date): [SigningKey, ...SigningKey[]] => {
    const current = open(claim, claim.secret!)
    const { previousSecret, previousUntil } = claim
    if (previousSecret === null || previousUntil! <= at) return [current]
    return [open(claim, previousSecret), current]
  }
}
