import { createHmac } from 'node:crypto'
import type { BusinessId, Seeds } from '../../../src/core/context.ts'
import { base62, uuidOf } from '../../../src/platform/ids.ts'

// What a seed makes repeatable, on a service that was started for tests: the id, keys and webhook
// secrets of a business, the references that it does not choose, and its account numbers. The
// second and third are counted, and a reset begins again. Known to this process only: after a
// restart they are random again.

const REFERENCE_LENGTH = 22
/** Of a SHA-256 digest in base 62. */
const DIGEST_LENGTH = 43

type Seeded = { seed: string; references: number; accounts: Map<string, string> }

/** `own`: of the service. It gives each business a seed that has none. */
export function createSeeds(own: string | null): Seeds {
  const seeded = new Map<BusinessId, Seeded>()
  let unnamed = 0
  return {
    seedOf(name) {
      if (own === null) return null
      if (name !== undefined) return `${own}/${name}`
      unnamed += 1
      return `${own}/${unnamed}`
    },

    open(businessId, seed) {
      seeded.set(businessId, { seed, references: 0, accounts: new Map() })
    },

    restart(businessId) {
      const found = seeded.get(businessId)
      if (found !== undefined) this.open(businessId, found.seed)
    },

    reference(businessId) {
      const found = seeded.get(businessId)
      if (found === undefined) return null
      found.references += 1
      return textFrom(found.seed, `reference ${found.references}`, REFERENCE_LENGTH)
    },

    accountName(businessId, key) {
      const found = seeded.get(businessId as BusinessId)
      if (found === undefined) return null
      const name = found.accounts.get(key) ?? `${found.seed} ${found.accounts.size + 1}`
      found.accounts.set(key, name)
      return name
    },
  }
}

/** What is random in a business without a seed. */
export function madeFrom(seed: string) {
  return {
    businessId: businessIdFrom(seed),
    textOf: (what: string, length: number) => textFrom(seed, what, length),
    bytesOf: (what: string) => bytesFrom(seed, what),
  }
}

/** A UUIDv7, as other ids are, of a time before all others. */
function businessIdFrom(seed: string): BusinessId {
  const bytes = bytesFrom(seed, 'business').subarray(0, 16)
  bytes.fill(0, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return uuidOf(bytes) as BusinessId
}

function textFrom(seed: string, what: string, length: number): string {
  return base62(bytesFrom(seed, what), DIGEST_LENGTH).slice(-length)
}

function bytesFrom(seed: string, what: string): Buffer<ArrayBuffer> {
  return createHmac('sha256', seed).update(what).digest()
}
