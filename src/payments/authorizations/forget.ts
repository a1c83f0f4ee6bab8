import type { Context } from '../../core/context.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { askKeeping } from '../../providers/handles.ts'
import { railThatMade } from '../../providers/made-by.ts'
import {
  type Authorization,
  claimToForget,
  deleteErased,
  setForgetAt,
} from './authorizations.sql.ts'
import { openToken } from './sealed-token.ts'

// Asks providers to forget removed cards. The row keeps the token until the provider has forgotten
// it, or has no such call. To ask twice is harmless, so what is unknown is asked again.

/** A call whose outcome is not recorded by then was interrupted. */
export const FORGET_LEASE_MS = 1 * MINUTE
const BATCH_MAX = 20
/** Between calls: as long again as the card was removed ago, within these. */
const PAUSE_MS_MIN = 30 * SECOND
const PAUSE_MS_MAX = 1 * HOUR
/** Then the token is dropped, and the log says so. */
const GIVE_UP_MS = 30 * DAY

/** A job. Returns how many cards it claimed. */
export async function forgetCards(context: Context): Promise<number> {
  const now = context.now()
  const due = await claimToForget(context.sql, now, later(now, FORGET_LEASE_MS), BATCH_MAX)
  await Promise.all(due.map((row) => forget(context, row)))
  return due.length
}

/** Under the lease of the caller. */
export async function forget(context: Context, row: Authorization): Promise<void> {
  const { kind } = await ask(context, row)
  const now = context.now()
  const ageMs = now.getTime() - (row.deactivatedAt ?? now).getTime()
  const isOpen = kind === 'unavailable' || kind === 'unknown'
  if (isOpen && ageMs < GIVE_UP_MS) {
    const pauseMs = Math.min(Math.max(ageMs, PAUSE_MS_MIN), PAUSE_MS_MAX)
    return setForgetAt(context.sql, row, later(now, pauseMs))
  }
  if (isOpen) context.log.error({ rail: row.rail, kind }, 'a provider did not forget a kept card')
  await setForgetAt(context.sql, row, null)
  if (row.email === '') await deleteErased(context.sql, row)
}

async function ask(context: Context, row: Authorization) {
  const { token: sealed } = row
  if (sealed === null) return { kind: 'not_found' } as const
  const rail = railThatMade(context.rails, 'charges', row)
  // It is asked when it is configured again.
  if (rail === null) return { kind: 'unavailable' } as const
  if (rail.forgetToken === undefined) return { kind: 'forgotten' } as const
  const token = openToken(context, { ...row, token: sealed })
  return askKeeping(context, rail.forgetToken({ onBehalfOf: row.businessId, token }))
}
