import type { Context } from '../../core/context.ts'
import { listNeedingAccount } from '../../payments/refunds/refunds.ts'
import { HOUR, later, MINUTE } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import { formatNaira, type Kobo } from '../../platform/money.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { AlarmKind, AlarmName } from '../notices/alarms.sql.ts'
import { beginAlarm, endAlarm, openAlarms } from '../notices/alarms.ts'
import { unreadNotifications } from '../notifications/notifications.ts'

import { balancesOf } from './balances.ts'
import { oldestUnknowns } from './calls.ts'
import { listLastWords } from './operation.sql.ts'

// Watches each provider for what operators must know (notices/alarms.ts): begins and ends alarms.
// If a state cannot be determined, its alarm stays as it is. Everything is read from the database,
// so every process sees the same.

const UNKNOWN_MS = 1 * HOUR
/** After a refusal of our credentials, a provider may accept and refuse them in turn. */
const TAKES_US_AGAIN_MS = 10 * MINUTE

/** `isSo`: null if it cannot be determined. */
type Seen = AlarmName & { isSo: boolean | null; detail: string }

/** A job. Returns 0, so that it does not run again immediately. */
export async function watchRails(context: Context): Promise<number> {
  const looks = await Promise.all(
    [balances, unknowns, notifications, credentials, refunds].map((look) => look(context)),
  )
  const seen = looks.flat()
  const open = await openAlarms(context)
  for (const { isSo, detail, ...name } of seen) {
    const isOpen = open.some((one) => isSame(one, name))
    if (isSo === true && !isOpen) await beginAlarm(context, name, detail)
    if (isSo === false && isOpen) await endAlarm(context, name)
  }
  // Ends alarms about what no longer exists. Those about statements are decided each night.
  for (const { kind, mode, rail } of open) {
    const name = { kind, mode, rail }
    const isLookedAt = LOOKED_AT.includes(kind)
    if (isLookedAt && !seen.some((one) => isSame(one, name))) await endAlarm(context, name)
  }
  return 0
}

const LOOKED_AT: AlarmKind[] = [
  'balance_below_floor',
  'unknown_for_long',
  'notification_unread',
  'credentials_refused',
  'refund_needs_account',
]

function isSame(one: AlarmName, other: AlarmName): boolean {
  return one.kind === other.kind && one.mode === other.mode && one.rail === other.rail
}

async function balances(context: Context): Promise<Seen[]> {
  return (await balancesOf(context)).flatMap(({ mode, rail, available, failedAt }) => {
    const floor = floorOf(context, mode, rail)
    if (floor === null) return []
    const isKnown = available !== null && failedAt === null
    return {
      ...{ kind: 'balance_below_floor', mode, rail },
      isSo: isKnown ? available < floor : null,
      detail:
        `Only ${formatNaira(available ?? floor)} can be paid out, less than the alert ` +
        `threshold of ${formatNaira(floor)}. Add money, or payouts and refunds will fail.`,
    }
  })
}

/** Null: none is set. */
export function floorOf({ config }: Context, mode: Mode, rail: string): Kobo | null {
  return mode === 'live' ? (config.providers.floors[rail] ?? null) : null
}

async function unknowns(context: Context): Promise<Seen[]> {
  const late = later(context.now(), -UNKNOWN_MS)
  return (await oldestUnknowns(context)).map(({ mode, rail, what, id, since }) => ({
    ...{ kind: 'unknown_for_long', mode, rail },
    isSo: since <= late,
    detail:
      `The outcome of the ${what} ${id} has been unknown since ${since.toISOString()}. Ask ` +
      `the provider. Do not pay manually until it confirms that the ${what} failed.`,
  }))
}

async function notifications(context: Context): Promise<Seen[]> {
  return (await unreadNotifications(context)).map(({ mode, rail, count }) => ({
    ...{ kind: 'notification_unread', mode, rail },
    isSo: true,
    detail:
      `${count} of its notifications could not be read, or processed within an hour. See ` +
      'Notifications, and process them again there.',
  }))
}

async function credentials({ sql, now }: Context): Promise<Seen[]> {
  const byRail = Map.groupBy(await listLastWords(sql), ({ mode, name }) => `${mode} ${name}`)
  return [...byRail.values()].flatMap((words) => {
    const { mode, name: rail } = words[0]!
    const refusedAt = latest(words.map((one) => one.refusedAt))
    if (refusedAt === null) return []
    const answeredAt = latest(words.map((one) => one.lastSuccessAt))
    const isOver = answeredAt !== null && answeredAt > refusedAt
    return {
      ...{ kind: 'credentials_refused', mode, rail },
      isSo: !isOver || refusedAt > later(now(), -TAKES_US_AGAIN_MS),
      detail:
        `It rejected our credentials at ${refusedAt.toISOString()}. Check the keys, and the ` +
        'IP addresses that it allows.',
    }
  })
}

async function refunds({ sql }: Context): Promise<Seen[]> {
  return (await listNeedingAccount(sql)).map(({ mode, rail, count, refundId, since }) => ({
    ...{ kind: 'refund_needs_account', mode, rail },
    isSo: true,
    detail:
      `${count} ${count === 1 ? 'refund waits' : 'refunds wait'} for a bank account of the ` +
      `customer; the oldest is ${publicId('refund', refundId)}, since ${since.toISOString()}. ` +
      "Ask the business for the account, and enter it in the provider's dashboard. Do not pay " +
      'manually: the provider still has the money.',
  }))
}

function latest(moments: (Date | null)[]): Date | null {
  const known = moments.filter((one) => one !== null)
  return known.reduce<Date | null>((last, one) => (last === null || one > last ? one : last), null)
}
