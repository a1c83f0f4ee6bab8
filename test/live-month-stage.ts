import { take } from '../src/operator/notifications/notifications.ts'
import { newId } from '../src/platform/ids.ts'
import { Refusal } from '../src/platform/refusal.ts'
import type { Random } from './deposit-plan.ts'
import type { Common } from './live-month-plan.ts'
import type { News, StandIns } from './live-stand-ins.ts'
import type { Task } from './month-stage.ts'
import type { StandInMandate } from './providers/paystack/tokens.ts'
import type { GivenBusiness, TestContext } from './support.ts'

// What the stories of the month in live mode share: the shops, the news of the providers, and how a
// client deals with refusals.

export type Doors = { context: TestContext }
export type Shop = GivenBusiness & {
  name: string
  settlement: 'instant' | 'T+1'
  wallet: string
  dedicated: string[]
  /** The code of a plan of a few days. */
  plan: string
}
export type Stage = {
  shops: Shop[]
  standIns: StandIns
  random: Random
  /** Notifications the providers sent and no process has handled yet. */
  unheard: News[]
  /** How many notifications were handled, lost, duplicated or delayed. */
  news: { heard: number; lost: number; doubled: number; kept: number }
  refusals: Map<string, number>
  /** What Paystack has of each mandate whose page the customer got, by our id. */
  mandates: Map<string, StandInMandate>
  later(slots: number, task: Task<Doors>): void
}

/** Each of them pays several businesses. */
const CUSTOMERS = 97
const TRIES_MAX = 6
/** Codes that a well-written client retries. */
const PASSING = ['rail_unavailable', 'rail_timeout', 'already_in_progress', 'overloaded']

/**
 * Delivers notifications once, twice, later, or never when they are not credits. Redelivers those
 * that a process did not handle before it died.
 */
export async function hear(stage: Stage, context: TestContext, isLast = false): Promise<void> {
  const { standIns, unheard, random, news } = stage
  const told = [...unheard.splice(0), ...random.shuffled(standIns.news())]
  await Promise.all(
    told.map(async (one) => {
      const { rail, request } = one
      const dice = isLast ? 100 : random.between(1, 100)
      if (dice <= 10) {
        news.kept += 1
        unheard.push(one)
      } else if (dice <= 20 && !isCredit(one)) news.lost += 1
      else {
        const times = dice <= 30 ? 2 : 1
        news.heard += 1
        news.doubled += times - 1
        const takes = Array.from({ length: times }, () => take(context, rail, request))
        const ended = await Promise.allSettled(takes)
        if (ended.some(({ status }) => status === 'rejected')) unheard.push(one)
      }
    }),
  )
}

/**
 * The provider resends credits until they are acknowledged, since we cannot ask about an unknown
 * one.
 */
function isCredit({ request }: News): boolean {
  return /SUCCESSFUL_TRANSACTION|"(virtualAccount\.)?transfer"/.test(request.body.toString())
}

export function emailOf({ serial }: Common): string {
  return `customer-${serial % CUSTOMERS}@example.com`
}

/** Retries `ask`; returns null once the client gives up. */
export async function patient<Result>(
  stage: Stage,
  ask: () => Promise<Result>,
): Promise<Result | null> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Refusal) || !PASSING.includes(error.code)) throw error
      count(stage, error)
    }
  }
  return null
}

/** Allows the request to be refused with one of `codes`. */
export async function refused(
  stage: Stage,
  asked: Promise<unknown>,
  codes: string[],
): Promise<void> {
  try {
    await asked
  } catch (error) {
    if (!(error instanceof Refusal) || ![...codes, ...PASSING].includes(error.code)) throw error
    count(stage, error)
  }
}

function count({ refusals }: Stage, { code }: Refusal): void {
  refusals.set(code, (refusals.get(code) ?? 0) + 1)
}

const done = new WeakMap<Common, Set<string>>()

/** True the first time this story does `what`. */
export function isFirst(story: Common, what: string): boolean {
  const own = done.get(story) ?? new Set()
  done.set(story, own)
  return !own.has(what) && own.add(what) === own
}

const effects = new WeakMap<Common, Map<string, string>>()

/** Returns the same id on every call for the same story and `what`. */
export function effectOf(story: Common, what: string, { now }: TestContext): string {
  const own = effects.get(story) ?? new Map<string, string>()
  effects.set(story, own)
  const known = own.get(what) ?? newId(now())
  own.set(what, known)
  return known
}
