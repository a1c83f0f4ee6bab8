import { DAY, HOUR } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/db.ts'
import { addFailure, lockAvailable, type ScheduleKey, setDue, setResting } from './schedule.sql.ts'

// When a subaccount is looked at, to be paid out. The row is made by the first entry that brings it
// money (`subaccount_payout_note`); every entry after that makes it due, unless it waits already.
//
// Payments lock the ledger account first, then the row of the schedule; so does everybody. Only who
// holds that lock may say that nothing is due: what comes then is behind them.

/** Before the next try after a failed payout: doubled each time, to a day. */
const FIRST_WAIT_MS = 1 * HOUR
const WAIT_MS_MAX = 1 * DAY

/** A payout was made: what has come meanwhile is looked for at once. */
export async function rescheduleNow(sql: Sql, key: ScheduleKey, now: Date): Promise<void> {
  await setDue(sql, key, { dueAt: now, failures: 0 })
}

export async function waitAfterFailure(sql: Sql, key: ScheduleKey, now: Date): Promise<void> {
  await addFailure(sql, key, { now, firstMs: FIRST_WAIT_MS, maxMs: WAIT_MS_MAX })
}

/** Until something comes, or the payout that is on its way has ended. Under the lock as above. */
export async function rest(sql: Sql, key: ScheduleKey): Promise<void> {
  await setDue(sql, key, { dueAt: null })
}

/** The same for who has found too little; should there be enough by now, it is due at once. */
export async function restIfPoor(sql: Database, key: ScheduleKey, now: Date): Promise<void> {
  await sql.begin(async (begun) => {
    await lockAvailable(begun, key)
    await setResting(begun, key, now)
  })
}

export async function putOff(sql: Sql, key: ScheduleKey, dueAt: Date): Promise<void> {
  await setDue(sql, key, { dueAt })
}
