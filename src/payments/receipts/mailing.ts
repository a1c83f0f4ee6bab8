import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../core/context.ts'
import { HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { idAt, uuidOf } from '../../platform/ids.ts'
import { sha256 } from '../../platform/secrets.ts'
import { ask } from '../../providers/ask.ts'
import { findRail } from '../../providers/capabilities.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Mail, MailOutcome } from '../../providers/rails.ts'

// Sends due emails. A worker claims rows, as many as it sends in parallel, and sends each under a
// key that is the same in every attempt. After a crash another worker claims the row. So an email
// is sent at least once, and the key is its Message-ID.

/** Waits after the first attempt, the second, and so on. Then the email has failed. */
const WAITS_MS = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR]
/** The rail's own timeout is shorter, and tells whether the email may have been sent. */
export const MAIL_DEADLINE_MS = 20 * SECOND
/** As many as are sent in parallel, so that a service that stops waits only for these. */
export const CLAIM_MAX = 20
/** Longer than the deadline. */
export const LEASE_MS = 1 * MINUTE

/** A claimed row. `attempts`: the earlier ones. */
export type Claimed = { mode: Mode; attempts: number }

export type Mailed =
  | { state: 'sent'; at: Date }
  | { state: 'due'; nextAt: Date; failure: string }
  | { state: 'failed'; failure: string }

/** Modes with a mail provider. Emails of the other modes wait. */
export function mailModes({ rails }: Pick<Context, 'rails'>): Mode[] {
  return (['test', 'live'] as const).filter((mode) => findRail(rails, { mode }, 'mail') !== null)
}

/** Sends each email and records the outcome. Throws the first fault after all others are done. */
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

/** The key of an email. It follows from what the email is about, and sorts by its time. */
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
    // A fault of ours counts as an attempt, so that the row is not retried forever.
    await record(due, afterFailure(context.now(), due, 'fault'))
    throw fault
  }
  const outcome = await ask<MailOutcome>(rail.sendMail(mail), MAIL_DEADLINE_MS)
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
