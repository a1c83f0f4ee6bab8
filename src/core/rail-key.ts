import { createHash } from 'node:crypto'
import { uuidOf } from '../platform/ids.ts'
import type { Scope } from './context.ts'

/** What a business repeats when it sends a request again. */
export type Repeated = {
  reference: string | null
  /** The Idempotency-Key, as a name that does not change when it is sent again. */
  requestName?: string | null
}

/**
 * A key derived from the request alone, so that the rail recognizes a repeat after a restore has
 * lost the row. A reference names one record forever. An expired Idempotency-Key can name another
 * record: that one uses its id (null), like a request with neither.
 */
export async function railKeyOf(
  kind: 'payout' | 'refund' | 'charge',
  { businessId, mode }: Scope,
  { reference, requestName = null }: Repeated,
  isTaken: (railKey: string) => Promise<boolean>,
): Promise<string | null> {
  if (reference === null && requestName === null) return null
  const name = reference === null ? `request\n${requestName}` : `reference\n${reference}`
  const hash = createHash('sha256').update(`${kind}\n${businessId}\n${mode}\n${name}`)
  const bytes = hash.digest().subarray(0, 16)
  // UUID version 8: custom data.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const railKey = uuidOf(bytes)
  return reference === null && (await isTaken(railKey)) ? null : railKey
}
