import type { Context } from '../../core/context.ts'
import { enquireAboutTransfer } from '../../money-out/payouts/conclude.ts'
import { enquireAboutMandatesOf } from '../../payments/authorizations/mandates.ts'
import { enquireAboutCharge } from '../../payments/checkout/enquiries.ts'
import { noteBounced } from '../../payments/deposits/bounced.ts'
import { quarantineUnreadable } from '../../payments/deposits/quarantine.ts'
import { receive } from '../../payments/deposits/receive.ts'
import { enquireAboutReturn } from '../../payments/deposits/return.ts'
import { enquireAboutDispute } from '../../payments/disputes/call.ts'
import { receiveDispute } from '../../payments/disputes/receive.ts'
import { enquireAboutRefund, enquireAboutRefundsOf } from '../../payments/refunds/send.ts'
import { enquireAboutOneOff } from '../../payments/virtual-accounts/enquire.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { isBusy } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import type { SealedColumn } from '../../platform/secrets.ts'
import { ask } from '../../providers/ask.ts'
import { railNamed } from '../../providers/made-by.ts'
import type { Mode, Notification, Notifies, RailRequest } from '../../providers/outcomes.ts'
import {
  claimDue,
  countUnread,
  deleteReceivedBefore,
  findNotification,
  insertNotification,
  judgeAgain,
  type Kept,
  listLast,
  type NotificationId,
  postpone,
  setVerdict,
  type Unread,
  type Verdict,
} from './notifications.sql.ts'

// Notifications of providers.
//
//   (none) ──> due          [take: authentic, and stored as received]
//   due ──> judged          [judge: immediately, or by a job]
//   judged ──> due          [replay: by an operator]
//
// Invariants:
//
// (1) It is stored before it is judged, so that none is lost after it was acknowledged. A forged
//     one is not stored: anyone could fill the table.
// (2) Judging twice has no further effect: a credit has its session id, and the others only say
//     what to enquire about.
// (3) The provider gets a response within `ANSWER_MS`, judged or not.
//
// Those of the sandbox are not stored: whoever plays the bank sends them again.

/** Providers expect a response within seconds, and send again without one. */
const ANSWER_MS = 3 * SECOND
/** While it is judged immediately, no job takes it. */
const LEASE_MS = 1 * MINUTE
const PAUSE_MS = 30 * SECOND
const PAUSE_MAX_MS = 1 * HOUR
const KEPT_MS = 30 * DAY
/** The provider's own API may not have it yet. */
const HINT_TRIES = 4
const BATCH_MAX = 50
/** From this age, each attempt without a result is logged as an error. */
const LOUD_AFTER_MS = 1 * HOUR
/** How long operators see a quarantined notification, unless it is judged again. */
const UNREAD_MS = 1 * DAY

type Sender = { mode: Mode; rail: Notifies & { name: string } }

/** The body of the response; providers only read its status. */
const WORDS: Record<Verdict | 'due', string> = {
  credited: 'Credited',
  suspended: 'Kept in suspense until it is assigned',
  quarantined: 'Quarantined for review',
  enquired: 'Noted',
  not_found: 'Nothing is known about it',
  ignored: 'Noted',
  due: 'Noted',
}

/** Returns the verdict in words. Refuses what is not from this provider. */
export async function take(context: Context, name: string, sent: RailRequest): Promise<string> {
  const sender = railNamed(context.rails, name) ?? refuse('not_found')
  const read = sender.rail.readNotification?.(sent) ?? refuse('not_found')
  refuseStrangers(read)
  if (sender.mode === 'test') {
    return WORDS[(await verdictOn(context, sender, read, sent)) ?? refuse('rail_unavailable')]
  }
  const kept = await keep(context, sender, sent)
  const judged = judge(context, kept, sender, read, sent)
  const { promise, resolve } = Promise.withResolvers<'due'>()
  const timer = setTimeout(() => resolve('due'), ANSWER_MS)
  try {
    return WORDS[(await Promise.race([judged, promise])) ?? 'due']
  } catch (fault) {
    // It is stored, and a job judges it again.
    const fields = { err: fault, rail: name }
    if (isBusy(fault)) context.log.warn(fields, 'the database is busy')
    else context.log.error(fields, 'a notification could not be processed')
    return WORDS.due
  } finally {
    clearTimeout(timer)
  }
}

function refuseStrangers({ kind }: Notification): void {
  if (kind === 'forged') {
    const message = 'The signature does not match this provider and body.'
    throw new Refusal('invalid_signature', { message })
  }
  if (kind === 'stale') {
    const message = 'X-Service-Timestamp must be within 300 seconds of the current time.'
    refuseFields([{ field: 'X-Service-Timestamp', code: 'out_of_range', message }])
  }
}

async function keep(
  { sql, keys, now }: Context,
  { mode, rail }: Sender,
  { headers, body, token }: RailRequest,
): Promise<Kept> {
  const receivedAt = now()
  const notificationId = newId<'rail_notification'>(receivedAt)
  const came = JSON.stringify({ headers, body: body.toString('base64'), token })
  const kept: Kept = {
    notificationId,
    mode,
    rail: rail.name,
    sealed: keys.seal(came, boundTo({ notificationId })),
    receivedAt,
    dueAt: later(receivedAt, LEASE_MS),
    tries: 0,
    verdict: null,
    judgedAt: null,
  }
  await insertNotification(sql, kept)
  return kept
}

/** Null: it is judged later. */
async function judge(
  context: Context,
  kept: Kept,
  sender: Sender,
  read: Notification,
  sent: RailRequest,
): Promise<Verdict | null> {
  const isGivenUp = kept.tries >= HINT_TRIES
  const verdict = await verdictOn(context, sender, read, sent, isGivenUp)
  const now = context.now()
  if (verdict !== null) {
    await setVerdict(context.sql, kept, verdict, now)
    return verdict
  }
  const pauseMs = Math.min(PAUSE_MS * 2 ** kept.tries, PAUSE_MAX_MS)
  await postpone(context.sql, kept, later(now, pauseMs))
  if (later(kept.receivedAt, LOUD_AFTER_MS) < now) {
    const { rail, mode, notificationId, tries } = kept
    const fields = { rail, mode, notificationId, tries }
    context.log.error(fields, 'the provider has not confirmed a notification')
  }
  return null
}

/** Null: the provider does not answer. */
async function verdictOn(
  context: Context,
  { mode, rail }: Sender,
  read: Notification,
  { body }: RailRequest,
  isGivenUp = true,
): Promise<Verdict | null> {
  switch (read.kind) {
    case 'credit':
      return (await receive(context, mode, read.credit, rail.name, read.fee)).kind
    case 'hint': {
      const { reference } = read
      const outcome = await ask(rail.confirmCredit?.({ reference }) ?? refuse('not_found'))
      if (outcome.kind === 'not_found') return isGivenUp ? 'not_found' : null
      if (outcome.kind !== 'credit') return null
      return (await receive(context, mode, outcome.credit, rail.name, outcome.fee)).kind
    }
    case 'bounced':
      await noteBounced(context, mode, rail.name, read)
      return 'enquired'
    case 'about':
      for (const enquire of ENQUIRIES[read.what]) await enquire(context, mode, rail.name, read.key)
      return 'enquired'
    case 'dispute':
      await receiveDispute(context, mode, rail.name, read.dispute)
      return 'enquired'
    case 'ignored':
      return 'ignored'
    // It was authentic when stored, but the secrets have changed since.
    case 'stale':
    case 'forged':
    case 'unreadable':
      await quarantineUnreadable(context, mode, rail.name, body)
      return 'quarantined'
  }
}

/** One key can be that of a call, or of its return. */
const ENQUIRIES = {
  transfer: [enquireAboutTransfer, enquireAboutRefund],
  return: [enquireAboutReturn, enquireAboutRefund, enquireAboutDispute],
  refund: [enquireAboutRefund, enquireAboutCharge],
  refunds_of_charge: [enquireAboutRefundsOf, enquireAboutCharge],
  charge: [enquireAboutCharge],
  one_off_account: [enquireAboutOneOff],
  mandates: [enquireAboutMandatesOf],
} as const

/** A job. Returns how many it processed. Throws the first failure after all had their turn. */
export async function judgeDue(context: Context): Promise<number> {
  const now = context.now()
  const due = await claimDue(context.sql, context.rails, {
    now,
    until: later(now, LEASE_MS),
    max: BATCH_MAX,
  })
  const ended = await Promise.allSettled(
    due.map(async (kept) => {
      const sender = railNamed(context.rails, kept.rail)
      if (sender === null) return
      const sent = opened(context, kept)
      const read = sender.rail.readNotification?.(sent) ?? { kind: 'unreadable' as const }
      await judge(context, kept, sender, read, sent)
    }),
  )
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return due.length
}

/** The next run of the job judges it again. Refuses unknown ids. */
export async function replay({ sql, now }: Context, notificationId: NotificationId): Promise<Kept> {
  return (
    (await judgeAgain(sql, notificationId, now())) ??
    (await findNotification(sql, notificationId)) ??
    refuse('not_found')
  )
}

/** What operators must look at: quarantined within a day, or not judged within an hour. */
export async function unreadNotifications({ sql, now }: Context): Promise<Unread[]> {
  return countUnread(sql, later(now(), -UNREAD_MS), later(now(), -LOUD_AFTER_MS))
}

/** When each rail sent its last stored notification. */
export async function lastNotifications(
  { sql }: Pick<Context, 'sql'>,
  rails: Pick<Kept, 'mode' | 'rail'>[],
) {
  return listLast(sql, rails)
}

/** A job. */
export async function forgetNotifications({ sql, now }: Context): Promise<number> {
  return deleteReceivedBefore(sql, later(now(), -KEPT_MS), BATCH_MAX)
}

function opened({ keys }: Context, { notificationId, sealed, receivedAt }: Kept): RailRequest {
  const came = JSON.parse(keys.open(sealed, boundTo({ notificationId }))) as {
    headers: RailRequest['headers']
    body: string
    token?: string
  }
  return { ...came, body: Buffer.from(came.body, 'base64'), receivedAt }
}

function boundTo({ notificationId }: Record<'notificationId', string>): string {
  return `rail_notification.sealed ${notificationId}`
}

export const sealedNotifications: SealedColumn<'notificationId'> = {
  table: 'rail_notification',
  column: 'sealed',
  key: ['notificationId'],
  boundTo,
}
