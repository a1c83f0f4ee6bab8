import assert from 'node:assert/strict'
import { newId } from '../src/platform/ids.ts'
import { Refusal, type RefusalCode } from '../src/platform/refusal.ts'
import type { Doors } from './month-doors.ts'
import type { Shop } from './month-fleet.ts'
import type { DisputeStory, Story } from './month-plan.ts'
import type { World } from './month-world.ts'

// What the stories of the month share: what they expect, and how a client repeats itself.

export type Task = { story: Story; play: (doors: Doors) => Promise<void> }
/**
 * A credit the bank reported and its expected outcome; null where a crash leaves the outcome open.
 */
export type Told = {
  amount: number
  shop: number | null
  state: 'matched' | 'returned' | 'return_refused' | 'waiting' | null
}
export type Stage = {
  fleet: Shop[]
  world: World
  /** Expected outcome of each payment, by reference. */
  payments: Map<string, { story: Story; ends: string }>
  credits: Map<string, Told>
  payouts: Map<string, { story: Story; ends: 'success' | 'failed' }>
  verifications: Map<string, { story: Story; ends: string }>
  /** By the reference of the payment. */
  disputes: Map<string, { story: Story; ends: DisputeStory }>
  /** The ids of the subscriptions. */
  subscribed: Set<string>
  /** Session ids of the unmatched credits that were assigned. */
  assigned: Set<string>
  refusals: Map<string, number>
  /** Number of requests made. */
  asked: number
  later: (slots: number, task: Task) => void
}

const effects = new WeakMap<Story, Map<string, string>>()

/** Returns the same id on every call for the same story and `what`. */
export function effectOf(story: Story, what: string, now: Date): string {
  const own = effects.get(story) ?? new Map<string, string>()
  effects.set(story, own)
  const known = own.get(what) ?? newId(now)
  own.set(what, known)
  return known
}

/** Expects a refusal with this code. */
export async function said(
  stage: Stage,
  asked: Promise<unknown>,
  code: RefusalCode,
): Promise<void> {
  assert(await refusalOf(stage, asked, code), `${code} was expected`)
}

/** True if refused with this code; rethrows anything else. */
export async function refusalOf(stage: Stage, asked: Promise<unknown>, code: RefusalCode) {
  try {
    await asked
    return false
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== code) throw error
    stage.refusals.set(code, (stage.refusals.get(code) ?? 0) + 1)
    return true
  }
}
