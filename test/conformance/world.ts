import assert from 'node:assert/strict'
import { later, MINUTE } from '../../src/platform/clock.ts'
import { type Kobo, naira } from '../../src/platform/money.ts'
import type { BankCredit, RailRequest } from '../../src/providers/outcomes.ts'
import type {
  BankCodes,
  BankRail,
  HostedCardRail,
  IdentityType,
  Provider,
} from '../../src/providers/rails.ts'

// A world to play in, as each provider brings one: its rails, and what happens at the provider. The
// same cases are run in all of them.

/** A provider that offers the capability does without this of it. */
export class NotOffered extends Error {}

/** What becomes of a transfer. `late`: nobody can say at first, and then it is sent. */
export type End = 'sent' | 'failed' | 'accepted' | 'reversed' | 'late'

export type RailWorld = {
  provider: Provider
  /** The same provider, as another process knows it. */
  another(): Provider
  now(): Date
  newKey(): string
  /** Time goes by, until what is in hand at the provider and what was lost is over. */
  later(): void | Promise<void>
  bank: BankCodes
  somebodys: string
  nobodys: string
  /** An account to which transfers come to this end; null where there is none. */
  payee(end: End): string | null
  /** An account to which a transfer costs us something, where not all do. */
  charged?: string
  /** The next request for a payout or return, or its answer, is lost. False: here none ever is. */
  lose(what: 'request' | 'answer'): boolean
  /** Kobo that has left for this account; null where nobody keeps count. */
  paidTo(accountNumber: string): bigint | null
  /** Somebody pays into an account number of ours; what the provider tells us of it. */
  credited(accountNumber: string, amount: Kobo, sender: string): RailRequest
  /** A customer on the provider's page. */
  page?: {
    pays(key: string): void
    isDeclined(key: string): void
    isOver(): void
    nextRefundFails(): void
    goneBack(key: string): Kobo
    /** Nothing is said of what a charge costs. */
    isFree: boolean
  }
  person?: { type: IdentityType; number: string; nobodys: string; right: string; wrong: string }
  logged(): string
  close(): void | Promise<void>
}

export type Case = {
  capability: string
  /** Whether this provider offers it. */
  offered(provider: Provider): boolean
  name: string
  run(world: RailWorld): Promise<void>
}

/** Cases of one capability. */
export function casesOf(
  capability: string,
  offered: Case['offered'],
  cases: Record<string, Case['run']>,
): Case[] {
  return Object.entries(cases).map(([name, run]) => ({ capability, offered, name, run }))
}

export const AMOUNT = naira(5_000)
export const holder = { email: 'ada@example.com', phone: '08031234567' }
const ASKED_MAX = 6

export function bankOf({ provider }: Pick<RailWorld, 'provider'>): BankRail {
  return provider.bank as BankRail
}

export function pageOf({ provider }: Pick<RailWorld, 'provider'>): HostedCardRail {
  return provider.card as HostedCardRail
}

export function assertPaid(world: RailWorld, accountNumber: string, amount: bigint): void {
  const paid = world.paidTo(accountNumber)
  if (paid !== null) assert.equal(paid, amount, 'what has left')
}

/** As it is asked for when the bank has said whose account it is. */
export async function orderFor(world: RailWorld, accountNumber: string, amount = AMOUNT) {
  const { bank } = world
  const found = await bankOf(world).enquireBeneficiary({ bank, accountNumber })
  assert(found.kind === 'found')
  const { accountName, enquiry } = found
  return { bank, accountNumber, accountName, enquiry, amount, narration: 'rent' }
}

export function handleIn(outcome: object): { handle?: string } {
  return 'handle' in outcome && typeof outcome.handle === 'string' ? { handle: outcome.handle } : {}
}

/** Until it is neither unknown nor in hand. */
export async function settled<Said extends { kind: string }>(
  world: RailWorld,
  ask: () => Promise<Said>,
): Promise<Said> {
  let said = await ask()
  for (let asked = 1; asked < ASKED_MAX && /unknown|accepted/.test(said.kind); asked++) {
    await world.later()
    said = await ask()
  }
  return said
}

export async function oneOff(world: RailWorld, key = world.newKey(), attempt = 1) {
  const issued = await bankOf(world).issueOneOffAccount({
    key,
    attempt,
    accountName: 'Ada Stores',
    amount: AMOUNT,
    expiresAt: later(world.now(), 30 * MINUTE),
    holder,
  })
  assert(issued.kind === 'issued', issued.kind)
  assert.match(issued.accountNumber, /^\d{10}$/)
  return issued
}

/** Of what somebody has paid into a one-off account, as it would be booked. */
export async function creditOf(world: RailWorld, sender = world.somebodys): Promise<BankCredit> {
  const { accountNumber } = await oneOff(world)
  const credit = await readIn(world, world.credited(accountNumber, AMOUNT, sender))
  assert.equal(credit.accountNumber, accountNumber)
  return credit
}

export async function readIn(world: RailWorld, told: RailRequest): Promise<BankCredit> {
  const news = bankOf(world).readNotification(told)
  assert(news.kind === 'credit' || news.kind === 'hint', news.kind)
  if (news.kind === 'credit') return news.credit
  const said = await bankOf(world).confirmCredit!(news)
  assert(said.kind === 'credit', said.kind)
  return said.credit
}
