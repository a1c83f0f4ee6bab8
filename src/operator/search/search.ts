import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import { mayDo, permissionOf, type Role } from '../../core/access.ts'
import type { Context, Scope } from '../../core/context.ts'
import { stageOf } from '../../payments/transactions/stages.ts'
import { isUuid, publicId } from '../../platform/ids.ts'
import { foldName } from '../../platform/names.ts'
import { findRequest } from '../requests/search.ts'
import type { Found } from './found.ts'
import { SEARCHED, SEARCHED_KINDS, type SearchedKind } from './kinds.ts'
import { FINDS } from './search.sql.ts'
import { type Sought, soughtBy } from './sought.ts'

// Finds the records of a business by whatever a person has at hand: a reference, an email address,
// a name, the last four digits of a card, an amount, an account number, a session id, an id.
//
// (1) Only kinds that the person may read are asked.
// (2) Only records of this business in this mode are found.
// (3) The form of the text says which kinds can have it (sought.ts); each is asked by one statement
//     whose cost has a limit (found.ts).

export type Result = Found & { kind: SearchedKind; publicId: string }

/** `kinds`: only these. With an empty text, the newest of these. */
export async function search(
  context: Pick<Context, 'sql' | 'now'>,
  scope: Scope,
  { text, kinds, role }: { text: string; kinds: SearchedKind[] | null; role: Role },
): Promise<Result[]> {
  const { sql } = context
  const sought = await soughtBy(text, (name) => foldName(sql, name))
  if (sought === null || (sought.text === '' && kinds === null)) return []
  const asked = SEARCHED_KINDS.filter(
    (kind) =>
      (kinds === null || kinds.includes(kind)) &&
      mayDo(role, permissionOf(SEARCHED[kind])!) &&
      isOfId(sought, kind),
  )
  const customers = sought.id === null ? await FINDS.customer(sql, scope, sought) : null
  const customerIds = (customers ?? []).map(({ id }) => id as CustomerId)
  const known = { ...sought, customerIds: sought.text === '' ? [] : customerIds }
  const found = await Promise.all(
    asked.map(async (kind) => {
      if (kind === 'request') return requestsFound(context, scope, known)
      const rows = kind === 'customer' && customers ? customers : FINDS[kind](sql, scope, known)
      return ((await rows) ?? []).map((row) => resultOf(kind, row))
    }),
  )
  return found.flat()
}

/** An id is of one kind; but a bare UUID can be that of a payment, a reference or a request. */
function isOfId({ id, text }: Sought, kind: SearchedKind): boolean {
  return id === null || id.kind === kind || (isUuid(text) && kind === 'request')
}

function resultOf(kind: SearchedKind, row: Found): Result {
  const status =
    kind === 'payment' ? stageOf(row as unknown as Parameters<typeof stageOf>[0]) : row.status
  return { ...row, status, kind, publicId: publicId(SEARCHED[kind].id, row.id) }
}

async function requestsFound(
  context: Pick<Context, 'sql' | 'now'>,
  scope: Scope,
  { id, text }: Sought,
) {
  if (id === null) return []
  const call = await findRequest(context, scope, text)
  if (call === null) return []
  const found = {
    id: call.id,
    title: `${call.method} ${call.path}`,
    detail: call.errorCode ?? null,
    amount: null,
    status: String(call.status),
    createdAt: new Date(call.at),
  }
  return [{ ...found, kind: 'request' as const, publicId: call.id }]
}
