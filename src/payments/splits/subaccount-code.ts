import { type Id, parseShortId, shortId } from '../../platform/ids.ts'

// The code of a subaccount in the API.

const PREFIX = 'ACCT_'

export type SubaccountId = Id<'subaccount'>

export function subaccountCode(id: SubaccountId): string {
  return `${PREFIX}${shortId(id)}`
}

/** Null if it is not a code. */
export function subaccountIn(code: string): SubaccountId | null {
  return code.startsWith(PREFIX) ? parseShortId(code.slice(PREFIX.length)) : null
}
