import assert from 'node:assert/strict'
import { parsePublicId, parseShortId, shortId } from '../../src/platform/ids.ts'

// Our public names and their ids: `cus_` and 32 digits, or `CUS_` and 22 characters.

/** For names that we wrote ourselves. */
export function uuidIn(name: string): string {
  const at = name.indexOf('_')
  const [prefix, rest] = [name.slice(0, Math.max(0, at)), name.slice(at + 1)]
  if (at < 0) return name
  const id = parsePublicId(prefix, name) ?? parseShortId(rest)
  assert(id, 'a public id must contain an id')
  return id
}

const TRANSFER = 'TRF_'

export function transferCode(payoutId: string): string {
  return `${TRANSFER}${shortId(payoutId)}`
}

export function payoutIn<Kind extends string>(text: string) {
  return text.startsWith(TRANSFER) ? parseShortId<Kind>(text.slice(TRANSFER.length)) : null
}
