import type { Context } from '../../core/context.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import { claimBatches, claimLines, countDue } from './batches.sql.ts'
import { endChecks, enquire } from './check.ts'
import { endSending, sendLine } from './send.ts'

// The job of payout batches. Lines are the work; batches are looked at for their next state.

/** Calls of a bank at the same time, in this process. */
const LINES_AT_ONCE = 10
const BATCHES_AT_ONCE = 20
/** Longer than a name enquiry and a transfer may take. */
const LEASE_MS = 2 * MINUTE

/** Returns how many lines and batches it claimed. Throws the first failure after all have run. */
export async function runBatches(context: Context): Promise<number> {
  const { sql } = context
  const now = context.now()
  const lease = later(now, LEASE_MS)
  const lines = await claimLines(sql, now, lease, LINES_AT_ONCE)
  await allOf(
    lines.map((line) => {
      return line.batchState === 'checking' ? enquire(context, line) : sendLine(context, line)
    }),
  )
  const batches = await claimBatches(sql, now, lease, BATCHES_AT_ONCE)
  await allOf(
    batches.map((batch) => {
      return batch.state === 'checking' ? endChecks(context, batch) : endSending(context, batch)
    }),
  )
  return lines.length + batches.length
}

/** Due lines. Counts at most `max`. */
export async function backlogOf({ sql, now }: Context, max: number): Promise<number> {
  return countDue(sql, now(), max)
}

async function allOf(work: Promise<void>[]): Promise<void> {
  for (const one of await Promise.allSettled(work)) if (one.status === 'rejected') throw one.reason
}
