import assert from 'node:assert/strict'
import { isUuid, parseShortId, publicCode, shortId, uuidOfHex } from '../../src/platform/ids.ts'

// Our public names and their ids: `cus_` and 32 digits, or `CUS_` and 22 characters.

/** For names that we wrote ourselves. */
export function uuidIn(name: string): string {
  const rest = name.slice(name.indexOf('_') + 1)
  const id = isUuid(name) ? name : (uuidOfHex(rest) ?? parseShortId(rest))
  assert(id, 'a public id must contain an id')
  return id
}

/** The code of the subaccount with this id. */
export function codeOf(subaccountId: string): string {
  return publicCode('subaccount', uuidIn(subaccountId))
}

const TRANSFER = 'TRF_'

export function transferCode(payoutId: string): string {
  return `${TRANSFER}${shortId(payoutId)}`
}

export function payoutIn<Kind extends string>(text: string) {
  return text.startsWith(TRANSFER) ? parseShortId<Kind>(text.slice(TRANSFER.length)) : null
}
