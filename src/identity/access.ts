import type { Context, Scope } from '../core/context.ts'
import type { Sql } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import {
  type Access,
  type Accessor,
  insertAccess,
  type VerificationId,
  type VerificationKey,
} from './identity.sql.ts'

// Who saw the details of a person: recorded before they are shown, and never changed.

export async function noteAccess(
  sql: Sql,
  now: Date,
  { businessId, mode, verificationId }: VerificationKey,
  how: Access['how'],
  accessor: Accessor,
): Promise<void> {
  await insertAccess(sql, {
    businessId,
    mode,
    accessId: newId(now),
    verificationId,
    how,
    ...accessor,
    createdAt: now,
  })
}

/** The stored response to a repeated request shows the details too. */
export async function noteReplay(
  { sql, now }: Context,
  scope: Scope,
  verificationId: VerificationId,
  accessor: Accessor,
): Promise<void> {
  await noteAccess(sql, now(), { ...scope, verificationId }, 'replayed', accessor)
}
