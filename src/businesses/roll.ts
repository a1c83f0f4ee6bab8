import type { Context, Scope } from '../context.ts'
import { HOUR, later } from '../lib/clock.ts'
import type { Sql } from '../lib/db.ts'
import { refuse, refuseFields } from '../lib/refusal.ts'
import {
  bumpSettingsVersion,
  countGood,
  countStanding,
  endKey,
  isKeyOf,
  type ListedKey,
  lockMode,
  setRevoked,
} from './businesses.sql.ts'
import { forgetCached } from './directory.ts'
import { type IssuedKey, issueKey, type KeyId, type KeyKind } from './keys.ts'

// The life of a key.
//
//   (none) ──> standing     [addKey, rollKey]
//   standing ──> ending     [rollKey with an overlap]
//   standing ──> revoked    [rollKey without one, revokeKey]
//   ending ──> expired      [its hour has come]
//   ending, expired ──> revoked    [revokeKey]
//
// (1) A key is rolled once: of two who roll it at the same time, one gets the new key and the other
//     is told that it has ended.
// (2) A business may revoke every key that it has, the last one too: one that has leaked must never
//     stay because nobody has made another yet.

export const OVERLAP_HOURS_MAX = 24
/** Of one mode, both kinds, that stand. */
export const KEYS_MAX = 20

/** One more. In live mode, only once the business is activated. */
export async function addKey(context: Context, scope: Scope, kind: KeyKind): Promise<IssuedKey> {
  const now = context.now()
  return context.sql.begin(async (sql) => {
    if (!(await lockMode(sql, scope))) refuse('not_enabled')
    if ((await countStanding(sql, scope)) >= KEYS_MAX) refuse('too_many_keys')
    return issueKey(sql, now, scope, kind)
  })
}

/** A new key of the same kind; the old one stays good for `overlapHours`, 0 to 24. */
export async function rollKey(
  context: Context,
  scope: Scope,
  keyId: KeyId,
  overlapHours: number,
): Promise<IssuedKey> {
  if (!(overlapHours >= 0 && overlapHours <= OVERLAP_HOURS_MAX)) {
    const message = `overlap_hours must be from 0 to ${OVERLAP_HOURS_MAX}.`
    refuseFields([{ field: 'overlap_hours', code: 'out_of_range', message }])
  }
  const now = context.now()
  const end =
    overlapHours === 0 ? { revokedAt: now } : { expiresAt: later(now, overlapHours * HOUR) }
  const issued = await context.sql.begin(async (sql) => {
    const kind = (await endKey(sql, scope, keyId, end)) ?? (await refuseEnded(sql, scope, keyId))
    await bumpSettingsVersion(sql)
    return issueKey(sql, now, scope, kind)
  })
  forgetCached(context)
  return issued
}

/** Every process refuses the key within a second. `left`: of its kind, how many are still good. */
export async function revokeKey(
  context: Context,
  scope: Scope,
  keyId: KeyId,
): Promise<{ key: ListedKey; left: number }> {
  const now = context.now()
  const revoked = await context.sql.begin(async (sql) => {
    const key = (await setRevoked(sql, scope, keyId, now)) ?? (await refuseEnded(sql, scope, keyId))
    // Whoever revokes another at this moment waits here: of the last two, one is told so.
    await bumpSettingsVersion(sql)
    return { key, left: await countGood(sql, scope, key.kind, now) }
  })
  forgetCached(context)
  return revoked
}

async function refuseEnded(sql: Sql, scope: Scope, keyId: KeyId): Promise<never> {
  return refuse((await isKeyOf(sql, scope, keyId)) ? 'key_ended' : 'key_not_found')
}
