import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { settingsIfAny } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { toWire } from '../../core/wire.ts'
import { HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { networkOf } from '../../platform/networks.ts'
import { rateLimiter } from '../../platform/rate-limit.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { findRail } from '../../providers/capabilities.ts'
import type { Card, CardOutcome } from '../../providers/rails.ts'
import type { TransactionKey } from '../transactions/transactions.rows.ts'
import type { AttemptId } from './card-attempt.ts'
import { endStop, insertStop, listEnding } from './card-testing.sql.ts'

export { claimStops, type DueStop, recordStop } from './card-testing.sql.ts'

// Card testing: an attacker tries a list of stolen cards, one after the other, at a checkout.
//
// Counts attempts that did not pay. An attempt counts from its start, so that parallel attempts all
// count. An approval removes its own attempt and ERASED others. So counts never build up where at
// least one of three attempts pays, however many customers share an address. Over a limit a
// customer first has to wait (429), then is refused (403). Transfers still work. Each payment also
// has its own limit of five attempts (card-attempt.ts).
//
//   business: normal ──> stopped     [too many declines remain in ten minutes]
//             stopped ──> normal     [STOPPED_MS after that was last so]
//
// While a business is stopped, each address gets few attempts, and all customers together a limited
// number a minute. A customer who has paid, or tries for the first time, still gets through.
//
// Invariants:
// (1) A card is counted in memory, under a keyed hash of its number, for three hours at most. The
//     hash is never stored; rules store another one (rules/weigh.ts). Published test cards are not
//     counted: tests decline them all day.
// (2) The processes of a machine share all counts, like those of every limit (rate-limit.ts).
// (3) A business is notified at most once an hour, by one event and one mail, and once
//     that the limits have ended.

/** How many other attempts an approval removes. */
const ERASED = 2
const STOPPED_MS = 30 * MINUTE
/** Handled by one run of the job. */
const STOPS_MAX = 100
const TRIALS_MAX = 100_000
/** An attempt without an outcome by then stays counted. */
const TRIAL_MS = 2 * HOUR
const PAUSE_SECONDS = 60
const PER_MINUTE = SECOND / MINUTE
const PER_HOUR = SECOND / HOUR

/** A counted attempt: the keys of its buckets. */
type Trial = { scope: Scope; business: string; network: string; card: string; atMs: number }
/** `nothing`: no bank was asked. */
type End = 'approved' | 'declined' | 'nothing'
type CardGuard = ReturnType<typeof newGuard>

const guards = new WeakMap<Context, CardGuard>()

/** One for each process. */
export function cardGuard(context: Context): CardGuard {
  const guard = guards.get(context) ?? newGuard(context)
  guards.set(context, guard)
  return guard
}

/** Begins an attempt of a customer at this address, unless it looks like card testing. */
export async function admitCard<Begun extends { attempt: { attemptId: AttemptId } }>(
  context: Context,
  key: TransactionKey,
  card: Card,
  address: string,
  begin: () => Promise<Begun>,
): Promise<Begun> {
  const guard = cardGuard(context)
  const isPublished = findRail(context.rails, key, 'card')?.isPublished?.(card.number) === true
  const number = isPublished ? null : card.number
  const settings = (await settingsIfAny(context, key)) ?? refuse('transaction_not_found')
  const trial = guard.admit(key, settings, number, address)
  if (trial === null) return begin()
  try {
    const begun = await begin()
    guard.name(trial, begun.attempt.attemptId)
    return begun
  } catch (error) {
    guard.giveBack(trial)
    throw error
  }
}

/** After the outcome of an attempt was recorded. */
export function noteOutcome(context: Context, attemptId: AttemptId, { kind }: CardOutcome): void {
  const guard = cardGuard(context)
  if (kind === 'approved' || kind === 'declined') guard.conclude(attemptId, kind)
  if (kind === 'unavailable' || kind === 'not_found') guard.conclude(attemptId, 'nothing')
}

async function notifyBusiness(context: Context, { businessId, mode }: Scope): Promise<void> {
  const seenAt = context.now()
  const beganAt = new Date(Math.floor(seenAt.getTime() / HOUR) * HOUR)
  const until = later(seenAt, STOPPED_MS)
  const data = JSON.stringify({ domain: mode, message: STOPPED_MESSAGE, until })
  const stop = { businessId, mode, beganAt, seenAt }
  const isNew = await context.sql.begin(async (sql) => {
    if (!(await insertStop(sql, stop, until))) return false
    await emit(sql, [newEvent(stop, 'card_testing.detected', data, seenAt)])
    return true
  })
  if (!isNew) return
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  context.meter?.cardTestingStopped(mode)
  context.log.error({ businessId, mode }, 'card testing was stopped')
}

/** Tells of stops that are over. Returns how many. */
export async function endStops(context: Context): Promise<number> {
  const now = context.now()
  const guard = cardGuard(context)
  let ended = 0
  for (const stop of await listEnding(context.sql, now, STOPS_MAX)) {
    if (guard.isStopped(stop)) continue
    const { businessId, mode, seenAt } = stop
    const data = JSON.stringify(toWire({ domain: mode, beganAt: seenAt }))
    const isOurs = await context.sql.begin(async (sql) => {
      if (!(await endStop(sql, stop))) return false
      await emit(sql, [newEvent(stop, 'card_testing.ended', data, now)])
      return true
    })
    if (!isOurs) continue
    ended += 1
    context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  }
  return ended
}

const STOPPED_MESSAGE =
  'Many cards were declined in a short time, as if someone were testing stolen cards. Card ' +
  'attempts are limited for now; transfers are not.'

function newGuard(context: Context) {
  const { peers } = context
  const limits = limitsOf(context)
  const trials = new Map<AttemptId, Trial>()
  let unsentEnds: [AttemptId, End][] = []

  const isStopped = (business: string) => limits.stopped.wait(business) !== null
  const stop = ({ scope, business }: Trial) => {
    const wasStopped = isStopped(business)
    limits.stopped.add(business, 1)
    if (wasStopped) return
    notifyBusiness(context, scope).catch((error: unknown) => {
      context.log.error({ err: error }, 'the business was not notified of stopped card testing')
    })
  }
  /** False for an attempt that began in another process, or too long ago. */
  const take = (attemptId: AttemptId, end: End): boolean => {
    const trial = trials.get(attemptId)
    if (trial && isTooMuch(limits, trial, end)) stop(trial)
    return trials.delete(attemptId)
  }
  // The outcome may come in another process than the one that counted the attempt.
  peers?.share<typeof unsentEnds>('card testing', {
    updates() {
      const ends = unsentEnds
      unsentEnds = []
      return ends.length > 0 ? ends : null
    },
    apply(ends) {
      for (const [attemptId, end] of ends) take(attemptId, end)
    },
  })

  return {
    isStopped: ({ businessId, mode }: Scope) => isStopped(`${businessId} ${mode}`),
    /** Refuses, or counts an attempt. Null: not counted. `number`: null for a test card. */
    admit(scope: Scope, by: Pick<ModeSettings, 'cardLimits'>, number: Buffer | null, ip: string) {
      if (by.cardLimits === 'off') return null
      if (by.cardLimits === 'paused') throw paused(PAUSE_SECONDS)
      if (by.cardLimits === 'stopped') refuse('card_testing_stopped')
      if (number === null) return null
      const trial = trialOf(context, scope, number, ip)
      refuseBeyond(limits, trial, isStopped(trial.business))
      return trial
    },
    /** The attempt that this trial became. */
    name(trial: Trial, attemptId: AttemptId): void {
      for (const [oldest, { atMs }] of trials) {
        if (trials.size < TRIALS_MAX && atMs > trial.atMs - TRIAL_MS) break
        trials.delete(oldest)
      }
      trials.set(attemptId, trial)
    },
    /** The attempt never began. */
    giveBack: (trial: Trial) => count(limits, trial, -1),
    conclude(attemptId: AttemptId, end: End): void {
      if (!take(attemptId, end) && peers) unsentEnds.push([attemptId, end])
    },
  }
}

function limitsOf(context: Context) {
  const tries = context.config.limits.cardTriesPerAddress
  const limiter = (name: string, burst: number, perSecond: number) =>
    rateLimiter({ perSecond, burst: Math.ceil(burst) }, `cards ${name}`, context)
  return {
    // By address: before a wait; before a refusal, which also counts attempts that had to wait; and
    // while the business is stopped.
    pause: limiter('pause', tries, (tries / 30) * PER_MINUTE),
    refusal: limiter('refusal', 2 * tries, (tries / 3) * PER_HOUR),
    strict: limiter('strict', tries / 10, (tries / 5) * PER_HOUR),
    card: limiter('card', tries / 5, (tries / 15) * PER_HOUR),
    // By business: declines that remain; and all attempts while it is stopped.
    declines: limiter('declines', (tries * 2) / 3, (tries / 15) * PER_MINUTE),
    crowd: limiter('crowd', tries, tries * PER_MINUTE),
    // Empty for STOPPED_MS after the last stop, here or in another process.
    stopped: limiter('stopped', 1, SECOND / STOPPED_MS),
  }
}

type Limits = ReturnType<typeof limitsOf>

function trialOf({ keys, monotonicMs }: Context, scope: Scope, number: Buffer, ip: string): Trial {
  const { businessId, mode } = scope
  const business = `${businessId} ${mode}`
  // An attacker uses many businesses. In test mode, businesses do not affect each other.
  const of = mode === 'live' ? mode : business
  // Hashed twice, so that the number itself never becomes a string.
  const card = keys.fingerprint(number).toString('base64url')
  return {
    scope: { businessId, mode },
    business,
    network: `${of} ${networkOf(ip)}`,
    card: keys.fingerprint(`card testing ${of} ${card}`).toString('base64url'),
    atMs: monotonicMs(),
  }
}

/** Counts an attempt that is within the limits. */
function refuseBeyond(limits: Limits, trial: Trial, isStrict: boolean): void {
  const { business, network, card } = trial
  if (limits.refusal.wait(network) !== null) refuse('card_testing_stopped')
  const waits = [
    limits.pause.wait(network),
    limits.card.wait(card),
    isStrict ? limits.strict.wait(network) : null,
    isStrict ? limits.crowd.wait(business) : null,
  ]
  const waitMs = Math.max(...waits.map((wait) => wait ?? 0))
  if (waitMs > 0) {
    limits.refusal.add(network, 1)
    throw paused(Math.ceil(waitMs / SECOND))
  }
  count(limits, trial, 1)
}

function count(limits: Limits, trial: Trial, tries: number, others = 0): void {
  const { business, network, card } = trial
  for (const limit of [limits.pause, limits.refusal, limits.strict]) {
    limit.add(network, tries + others)
  }
  limits.crowd.add(business, tries + others)
  limits.card.add(card, tries)
}

/** Counts the end of an attempt. True if too many declines remain for the business. */
function isTooMuch(limits: Limits, trial: Trial, end: End): boolean {
  const { business } = trial
  switch (end) {
    case 'nothing':
      count(limits, trial, -1)
      return false
    case 'approved':
      count(limits, trial, -1, -ERASED)
      limits.declines.add(business, -ERASED)
      return false
    case 'declined':
      limits.declines.add(business, 1)
      return limits.declines.wait(business) !== null
  }
}

function paused(seconds: number): Refusal {
  const message =
    `Too many cards were declined here. Try again in ${seconds} ` +
    `second${seconds === 1 ? '' : 's'}, or pay by transfer.`
  return new Refusal('card_paused', { retryAfterSeconds: seconds, message })
}
