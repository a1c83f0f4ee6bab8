import type { Id } from '../platform/ids.ts'
import type { Keyring } from '../platform/secrets.ts'
import type { Scope } from './context.ts'

// The code in the URL of a customer's page: business, mode and id of its record, encrypted. So
// nobody guesses it, and it needs no column.

/** The place of the version in a UUID. All our ids have version 7. */
const VERSION_AT = 14
const MODE_DIGIT = { test: '6', live: '7' } as const

export function pageCodeOf(keys: Keyring, { businessId, mode }: Scope, id: string): string {
  return keys.encryptIds(withDigit(id, MODE_DIGIT[mode]), businessId)
}

/** Null if it is no such code. The record need not exist. */
export function readPageCode<Kind extends string>(
  keys: Keyring,
  code: string,
): (Scope & { id: Id<Kind> }) | null {
  const ids = keys.decryptIds(code)
  if (ids === null) return null
  const digit = ids.first.charAt(VERSION_AT)
  if (digit !== MODE_DIGIT.test && digit !== MODE_DIGIT.live) return null
  return {
    businessId: ids.second as Scope['businessId'],
    mode: digit === MODE_DIGIT.test ? 'test' : 'live',
    id: withDigit(ids.first, '7') as Id<Kind>,
  }
}

function withDigit(id: string, digit: string): string {
  return `${id.slice(0, VERSION_AT)}${digit}${id.slice(VERSION_AT + 1)}`
}
