import type { Context, Scope } from '../context.ts'
import { HOUR, later } from '../lib/clock.ts'
import { refuse, refuseFields } from '../lib/refusal.ts'
import { bumpSettingsVersion, expireKey, setRevoked } from './businesses.sql.ts'
import { forgetCached } from './directory.ts'
import { issueKey, type KeyId } from './keys.ts'

const OVERLAP_HOURS_MAX = 24

/** A new key of the same kind; the old one stays good for `overlapHours`, 0 to 24. */
export async function rollKey(
  context: Context,
  scope: Scope,
  keyId: KeyId,
  overlapHours: number,
): Promise<string> {
  if (!(overlapHours >= 0 && overlapHours <= OVERLAP_HOURS_MAX)) {
    const message = `overlap_hours must be from 0 to ${OVERLAP_HOURS_MAX}.`
    refuseFields([{ field: 'overlap_hours', code: 'out_of_range', message }])
  }
  const now = context.now()
  const key = await context.sql.begin(async (sql) => {
    const until = later(now, overlapHours * HOUR)
    const old =
      overlapHours === 0
        ? await setRevoked(sql, scope, keyId, now)
        : await expireKey(sql, scope, keyId, until, now)
    if (!old) refuse('not_found')
    await bumpSettingsVersion(sql)
    return issueKey(sql, now, scope, old.kind)
  })
  forgetCached(context)
  return key
}

/** Every process refuses the key within a second. */
export async function revokeKey(context: Context, scope: Scope, keyId: KeyId): Promise<void> {
  const now = context.now()
  await context.sql.begin(async (sql) => {
    if (!(await setRevoked(sql, scope, keyId, now))) refuse('not_found')
    await bumpSettingsVersion(sql)
  })
  forgetCached(context)
}
