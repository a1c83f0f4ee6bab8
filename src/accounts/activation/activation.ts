import type { BusinessId, Context } from '../../core/context.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { EVENTS_TOPIC, emit, newEvent, openWebhookEndpoints } from '../../core/events/webhooks.ts'
import { NO_NUMBERS, type Numbers, needNumber, numberColumns } from '../../core/numbers.ts'
import { toWire } from '../../core/wire.ts'
import type { Sql } from '../../platform/db.ts'
import { refuse } from '../../platform/refusal.ts'
import { findBusiness, forgetCached, openLive } from '../businesses/businesses.ts'
import {
  type Activation,
  findActivation,
  type Particulars,
  updateDecided,
  updateNumbers,
  upsertAsked,
} from './activation.sql.ts'

// A business asks for live mode and describes itself; an operator decides.
//
//   (not asked) ──> asked      [askForLive]
//   asked ──> active           [activate]
//   asked ──> refused          [refuseActivation]
//   refused ──> asked          [askForLive]
//
// Invariants:
// (1) A request does not change while it waits: a business can ask again only after a rejection.
// (2) One database transaction opens live mode: settings, ledger accounts and webhook endpoints.
// (3) The number of a person of the business is stored sealed, for the account of its wallet. A
//     rejection deletes it.
// (4) It makes no live keys. The team of the business makes its own, and only they see them.

export { findActivation } from './activation.sql.ts'

export const NOTE_LENGTH_MAX = 500
export const LEGAL_NAME_LENGTH_MAX = 200

const NUMBER_NEEDED =
  'the central bank requires that of a director or the owner for the account of your wallet.'

const numbersOf = numberColumns('activation', 'businessId')

export const sealedActivationNumbers = numbersOf.sealed

export async function askForLive(
  context: Context,
  businessId: BusinessId,
  { bvn, nin, ...particulars }: Particulars & Numbers,
): Promise<Activation> {
  needNumber({ bvn, nin }, { bvn: 'bvn', nin: 'nin' }, NUMBER_NEEDED)
  const registrationNumber = particulars.registrationNumber.replace(/[ -]/, '').toUpperCase()
  const sealed = numbersOf.seal(context, { businessId }, { bvn, nin })
  const given = { ...particulars, registrationNumber, ...sealed }
  const asked = await upsertAsked(context.sql, businessId, given, context.now())
  if (asked !== null) return asked
  const before = await findActivation(context.sql, businessId)
  return refuse(before?.state === 'active' ? 'already_active' : 'already_asked')
}

/**
 * Replaces both numbers: a bank rejects one with a mistake, and has no account for the wallet. An
 * account that was issued keeps its own.
 */
export async function changeNumbers(
  context: Context,
  businessId: BusinessId,
  numbers: Numbers,
): Promise<Activation> {
  needNumber(numbers, { bvn: 'bvn', nin: 'nin' }, NUMBER_NEEDED)
  const sealed = numbersOf.seal(context, { businessId }, numbers)
  return (await updateNumbers(context.sql, businessId, sealed)) ?? refuse('not_asked')
}

export async function activate(context: Context, businessId: BusinessId): Promise<Activation> {
  const now = context.now()
  const activation = await context.sql.begin(async (sql) => {
    const decision = { state: 'active', decidedAt: now, note: null } as const
    const active = await updateDecided(sql, businessId, decision)
    if (active === null || !(await openLive(sql, now, businessId))) {
      return refuseUndecided(sql, businessId)
    }
    await openWebhookEndpoints(sql, context.keys, { businessId, mode: 'live' }, now)
    await emit(sql, [decisionEvent('live_mode.enabled', active, now)])
    return active
  })
  forgetCached(context)
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode: 'test' })
  return activation
}

export async function refuseActivation(
  context: Context,
  businessId: BusinessId,
  note: string,
): Promise<Activation> {
  const now = context.now()
  const activation = await context.sql.begin(async (sql) => {
    const decided = { state: 'refused', decidedAt: now, note } as const
    const refused = await updateDecided(sql, businessId, { ...decided, ...NO_NUMBERS })
    if (refused === null) return refuseUndecided(sql, businessId)
    await emit(sql, [decisionEvent('live_mode.refused', refused, now)])
    return refused
  })
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode: 'test' })
  return activation
}

/** To the webhook URL of test mode: live mode has none yet. */
function decisionEvent(
  type: 'live_mode.enabled' | 'live_mode.refused',
  { businessId, decidedAt, note }: Activation,
  now: Date,
): NewEvent {
  const data = JSON.stringify(toWire({ domain: 'live', decidedAt, note }))
  return newEvent({ businessId, mode: 'test' }, type, data, now)
}

/** For the account of its wallet. Both null for a business that asked before they were needed. */
export async function numbersOfBusiness(
  context: Context,
  businessId: BusinessId,
): Promise<Numbers> {
  const activation = await findActivation(context.sql, businessId)
  return activation === null ? NO_NUMBERS : numbersOf.open(context, activation)
}

async function refuseUndecided(sql: Sql, businessId: BusinessId): Promise<never> {
  const business = (await findBusiness(sql, businessId)) ?? refuse('business_not_found')
  return refuse(business.liveActivatedAt === null ? 'not_asked' : 'already_active')
}
