import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../core/context.ts'
import { HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { idAt, uuidOf } from '../../platform/ids.ts'
import { sha256 } from '../../platform/secrets.ts'
import { ask } from '../../providers/ask.ts'
import { findRail } from '../../providers/capabilities.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Mail, MailOutcome } from '../../providers/rails.ts'

// Sends what waits to be mailed: rows that are claimed, each under a key that is the same in every
// attempt. After a crash, another process claims the row. So a mail is sent at least once, and its
// key makes the copies one message.

/** After the first attempt, the second, …: then it has failed. */
const WAITS_MS = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR]
/** The rail itself ends sooner, and knows then whether anything may have happened. */
const DEADLINE_MS = 20 * SECOND
/** No more than are sent side by side: a service that is told to end waits for these alone. */
export const CLAIM_MAX = 20
/** Longer than the deadline. */
export const LEASE_MS = 1 * MINUTE

/** A row that is claimed. `attempts`: those before. */
export type Claimed = { mode: Mode; attempts: number }

export type Mailed =
  | { state: 'sent'; at: Date }
  | { state: 'due'; nextAt: Date; failure: string }
  | { state: 'failed'; failure: string }

/** Modes in which a mail can be sent at all. Elsewhere it waits. */
export function mailModes({ rails }: Pick<Context, 'rails'>): Mode[] {
  return (['test', 'live'] as const).filter((mode) => findRail(rails, { mode }, 'mail') !== null)
}

/**
 * Sends each and has it recorded. What cannot be written or recorded is thrown when the others have
 * had their turn.
 */
export async function mailEach<Due extends Claimed>(
  context: Context,
  all: Due[],
  write: (due: Due) => Mail,
  record: (due: Due, mailed: Mailed) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = []
  const sending: Promise<unknown>[] = []
  for (const due of all) {
    const one = mailOne(context, due, write, record)
    sending.push(one.catch((fault: unknown) => faults.push(fault)))
    // To write a mail takes 1 to 2 ms of the processor: requests have their turn in between.
    await nextTurn()
  }
  await Promise.all(sending)
  if (faults.length > 0) throw faults[0]
}

/** The key of a mail: it follows from what the mail tells of, and sorts by when that was. */
export function mailKey(at: Date, ...names: string[]): string {
  const bytes = sha256(names.join(' ')).subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return `${idAt(at).slice(0, 13)}${uuidOf(bytes).slice(13)}`
}

async function mailOne<Due extends Claimed>(
  context: Context,
  due: Due,
  write: (due: Due) => Mail,
  record: (due: Due, mailed: Mailed) => Promise<void>,
): Promise<void> {
  const rail = findRail(context.rails, due, 'mail')
  if (!rail) return
  let mail: Mail
  try {
    mail = write(due)
  } catch (fault) {
    // Our own mistake. It counts as an attempt, so that such a row does not come back for ever.
    await record(due, afterFailure(context.now(), due, 'fault'))
    throw fault
  }
  const outcome = await ask<MailOutcome>(rail.sendMail(mail), DEADLINE_MS)
  const now = context.now()
  switch (outcome.kind) {
    case 'sent':
      return record(due, { state: 'sent', at: now })
    case 'refused':
      return record(due, { state: 'failed', failure: outcome.reason })
    case 'unavailable':
    case 'unknown':
      return record(due, afterFailure(now, due, outcome.kind))
  }
}

function afterFailure(now: Date, { attempts }: Claimed, failure: string): Mailed {
  const waitMs = WAITS_MS[attempts]
  if (waitMs === undefined) return { state: 'failed', failure }
  return { state: 'due', nextAt: later(now, waitMs), failure }
}
