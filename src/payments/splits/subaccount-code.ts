import { type Id, parseShortId, shortId } from '../../platform/ids.ts'

// What a subaccount is called on the wire.

const PREFIX = 'ACCT_'

export type SubaccountId = Id<'subaccount'>

export function subaccountCode(id: SubaccountId): string {
  return `${PREFIX}${shortId(id)}`
}

/** Null for what was never a code. */
export function subaccountIn(code: string): SubaccountId | null {
  return code.startsWith(PREFIX) ? parseShortId(code.slice(PREFIX.length)) : null
}
