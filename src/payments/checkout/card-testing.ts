import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { settingsIfAny } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC, emit, eventBody } from '../../core/events/webhooks.ts'
import { HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { networkOf } from '../../platform/networks.ts'
import { rateLimiter } from '../../platform/rate-limit.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Keyring } from '../../platform/secrets.ts'
import { findRail } from '../../providers/capabilities.ts'
import type { Card, CardOutcome } from '../../providers/rails.ts'
import type { TransactionKey } from '../transactions/transactions.rows.ts'
import type { AttemptId } from './card-attempt.ts'
import { insertStop } from './card-testing.sql.ts'

export { claimStops, type DueStop, recordStop } from './card-testing.sql.ts'

// Card testing: somebody with a list of stolen cards tries one after the other at a checkout.
//
// What is counted are attempts that have not paid. Each counts from its start, so that many at once
// are as many, and is taken back when it is approved; an approval takes away ERASED others. So
// where at least one of three attempts pays, nothing ever builds up, however many people share an
// address. Beyond a limit the customer first has to wait (429), then is refused (403), and can
// still pay by transfer. A payment has five attempts by itself (card-attempt.ts).
//
//   business: normal ──> stopped     [`stop`: so many declines are left over in ten minutes]
//             stopped ──> normal     [STOPPED_MS after the last time that they were]
//
// While a business is stopped, each address has few attempts, and all strangers together so many a
// minute. Who has paid, or tries for the first time, gets through.
//
// Invariants:
// (1) A card is counted by a keyed hash of its number, in memory, and is forgotten when its bucket
//     is full again, after three hours at most. Nothing of it is ever written down. Published test
//     cards are not counted: nobody steals them, and tests decline them all day.
// (2) The processes of a machine share all counts, as they do of every limit (lib/rate-limit.ts).
// (3) A business is told at most once an hour: by one event and one mail.

/** What an approval takes away besides the attempt itself. */
const ERASED = 2
const STOPPED_MS = 30 * MINUTE
const TRIALS_MAX = 100_000
/** What was not decided by then counts as it stands. */
const TRIAL_MS = 2 * HOUR
const PAUSE_SECONDS = 60
const PER_MINUTE = SECOND / MINUTE
const PER_HOUR = SECOND / HOUR

type Trial = { scope: Scope; business: string; network: string; card: string; atMs: number }
/** How an attempt ended, as far as it matters here. */
type End = 'approved' | 'declined' | 'nothing'

type CardGuard = {
  /** Refuses, or counts an attempt; null where it is not counted. `number`: null of a test card. */
  admit(scope: Scope, by: ModeSettings, number: Buffer | null, address: string): Trial | null
  /** From now on the trial is known by the attempt. */
  name(trial: Trial, attemptId: AttemptId): void
  /** It never began. */
  giveBack(trial: Trial): void
  conclude(attemptId: AttemptId, end: End): void
}

const guards = new WeakMap<Context, CardGuard>()

/** One for each process. */
export function cardGuard(context: Context): CardGuard {
  const existing = guards.get(context)
  if (existing) return existing
  const guard = newGuard(context, (scope) => {
    notifyBusiness(context, scope).catch((error: unknown) => {
      context.log.error({ err: error }, 'the business was not notified of stopped card testing')
    })
  })
  guards.set(context, guard)
  return guard
}

/** Of a customer at this address. Refuses where card testing is to be stopped. */
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

/** What a rail said of an attempt, after it was written down. */
export function noteOutcome(context: Context, attemptId: AttemptId, { kind }: CardOutcome): void {
  const end = endOf(kind)
  if (end !== null) cardGuard(context).conclude(attemptId, end)
}

function endOf(kind: CardOutcome['kind']): End | null {
  switch (kind) {
    case 'approved':
    case 'declined':
      return kind
    // Nothing reached a bank.
    case 'unavailable':
    case 'not_found':
      return 'nothing'
    default:
      return null
  }
}

async function notifyBusiness(context: Context, { businessId, mode }: Scope): Promise<void> {
  const seenAt = context.now()
  const beganAt = new Date(Math.floor(seenAt.getTime() / HOUR) * HOUR)
  const data = JSON.stringify({
    domain: mode,
    message: STOPPED_MESSAGE,
    until: later(seenAt, STOPPED_MS),
  })
  const payload = eventBody('card_testing.stopped', data, seenAt)
  const type = 'card_testing.stopped'
  const id = newId<'event'>(seenAt)
  const isNew = await context.sql.begin(async (sql) => {
    if (!(await insertStop(sql, { businessId, mode, beganAt, seenAt }))) return false
    await emit(sql, [{ businessId, mode, id, type, route: 'standard', payload, at: seenAt }])
    return true
  })
  if (!isNew) return
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  context.meter?.cardTestingStopped(mode)
  context.log.error({ businessId, mode }, 'card testing was stopped')
}

const STOPPED_MESSAGE =
  'Many cards were declined in a short time, as if someone were testing stolen cards. Card ' +
  'attempts are limited for now; transfers are not.'

function newGuard(context: Context, notify: (scope: Scope) => void): CardGuard {
  const { keys, peers, monotonicMs } = context
  const limits = limitsOf(context)
  const trials = new Map<string, Trial>()
  let unsentEnds: [AttemptId, End][] = []

  const isStopped = (business: string) => limits.stopped.wait(business) !== null
  const stop = ({ scope, business }: Trial) => {
    if (!isStopped(business)) notify(scope)
    limits.stopped.add(business, 1)
  }
  /** False where it began in another process, or too long ago. */
  const take = (attemptId: AttemptId, end: End): boolean => {
    const trial = trials.get(attemptId)
    if (trial && isTooMuch(limits, trial, end)) stop(trial)
    return trials.delete(attemptId)
  }
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
    admit(scope, { cardLimits }, number, address) {
      if (cardLimits === 'off') return null
      if (cardLimits === 'paused') throw paused(PAUSE_SECONDS)
      if (cardLimits === 'stopped') refuse('card_testing_stopped')
      if (number === null) return null
      const trial = trialOf(keys, scope, number, address, monotonicMs())
      refuseBeyond(limits, trial, isStopped(trial.business))
      return trial
    },
    name(trial, attemptId) {
      for (const [oldest, { atMs }] of trials) {
        if (trials.size < TRIALS_MAX && atMs > trial.atMs - TRIAL_MS) break
        trials.delete(oldest)
      }
      trials.set(attemptId, trial)
    },
    giveBack: (trial) => count(limits, trial, -1),
    conclude(attemptId, end) {
      if (!take(attemptId, end) && peers) unsentEnds.push([attemptId, end])
    },
  }
}

function limitsOf(context: Context) {
  const tries = context.config.limits.cardTriesPerAddress
  const limiter = (name: string, burst: number, perSecond: number) =>
    rateLimiter({ perSecond, burst: Math.ceil(burst) }, `cards ${name}`, context)
  return {
    // By address: before it has to wait; before it is refused, which counts also what had to wait;
    // and while the business is stopped.
    pause: limiter('pause', tries, (tries / 30) * PER_MINUTE),
    refusal: limiter('refusal', 2 * tries, (tries / 3) * PER_HOUR),
    strict: limiter('strict', tries / 10, (tries / 5) * PER_HOUR),
    card: limiter('card', tries / 5, (tries / 15) * PER_HOUR),
    // By business: declines that are left over; and while it is stopped, attempts of everybody.
    declines: limiter('declines', (tries * 2) / 3, (tries / 15) * PER_MINUTE),
    crowd: limiter('crowd', tries, tries * PER_MINUTE),
    // Empty for STOPPED_MS after it was taken from last, here or in another process.
    stopped: limiter('stopped', 1, SECOND / STOPPED_MS),
  }
}

type Limits = ReturnType<typeof limitsOf>

function trialOf(
  keys: Keyring,
  { businessId, mode }: Scope,
  number: Buffer,
  address: string,
  atMs: number,
): Trial {
  const business = `${businessId} ${mode}`
  // One address tries stolen cards at many shops; in test mode, shops do not disturb each other.
  const of = mode === 'live' ? mode : business
  return {
    scope: { businessId, mode },
    business,
    network: `${of} ${networkOf(address)}`,
    card: cardIn(keys, of, number),
    atMs,
  }
}

/** Twice, so that the number itself never becomes text. */
function cardIn(keys: Keyring, of: string, number: Buffer): string {
  const card = keys.fingerprint(number).toString('base64url')
  return keys.fingerprint(`card testing ${of} ${card}`).toString('base64url')
}

/** Counts what passes. */
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

/** Notes how it ended; true where the business has more declines left over than it should. */
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
