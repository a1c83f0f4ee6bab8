import assert from 'node:assert/strict'
import { later, MINUTE } from '../../src/platform/clock.ts'
import { type Kobo, naira } from '../../src/platform/money.ts'
import type { BankCredit, RailRequest } from '../../src/providers/outcomes.ts'
import type {
  BankCodes,
  BankRail,
  HostedRail,
  IdentityType,
  Provider,
} from '../../src/providers/rails.ts'

// A world is a provider's adapter plus controls over what happens at the provider. The same cases
// run in every provider's world.

/** Thrown by a case about an optional part that the provider lacks. */
export class NotOffered extends Error {}

/** The outcome of a transfer. `late`: unknown at first, then sent. */
export type End = 'sent' | 'failed' | 'accepted' | 'reversed' | 'late'

export type KeptEnd = 'approved' | 'no_funds' | 'asks' | 'processing' | 'short'

export type RailWorld = {
  provider: Provider
  /** The same provider in another process. */
  another(): Provider
  now(): Date
  newKey(): string
  /** Advances the clock until everything in progress at the provider has ended. */
  later(): void | Promise<void>
  bank: BankCodes
  somebodys: string
  nobodys: string
  /** An account whose transfers have this outcome; null if there is none. */
  payee(end: End): string | null
  /** An account to which transfers have a fee, if not all have. */
  charged?: string
  /** Loses the next request for a payout or return, or its answer. False: not possible here. */
  lose(what: 'request' | 'answer'): boolean
  /** Kobo sent to this account; null if not counted. */
  paidTo(accountNumber: string): bigint | null
  /** A payment into an account number of ours. Returns the provider's notification. */
  credited(accountNumber: string, amount: Kobo, sender: string): RailRequest
  /** A sender's account number, as the provider tells it. Default: whole. */
  toldAs?(accountNumber: string): string
  /** A customer on the provider's page. */
  page?: {
    pays(key: string): void
    isDeclined(key: string): void
    isOver(): void
    nextRefundFails(): void
    goneBack(key: string): Kobo
    /** The provider does not state the fee of a charge. */
    isFree: boolean
  }
  /** Cards that are charged again. */
  kept?: {
    /** The token of a card, and how it ends when it is charged next. `short`: it has ₦1,000. */
    token(end: KeptEnd): Promise<string>
    /** The customer passes the check of the bank, or the bank answers at last. */
    approve(key: string, url: string | null): void | Promise<void>
    /** Loses the next request for a charge, or its answer. False: not possible here. */
    lose(what: 'request' | 'answer'): boolean
    /** How many kobo the provider has taken under this key; null if not counted. */
    taken(key: string): bigint | null
    /** Whether the provider charges less than the amount. */
    takesParts: boolean
  }
  /** Mandates of bank accounts. `enquiry`: of the mandate. */
  mandates?: {
    /** An account whose mandate takes hours. */
    slow: string
    approve(enquiry: { handle?: string }): void
    activate(enquiry: { handle?: string }): void
    /** The bank makes this debit. */
    debit(key: string): void
    /** Loses the answer to the next request for a mandate. False: not possible here. */
    lose(): boolean
    /** How many kobo were taken under this key; null if not counted. */
    taken(key: string): bigint | null
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

export function pageOf({ provider }: Pick<RailWorld, 'provider'>): HostedRail {
  return provider.card as HostedRail
}

export function assertPaid(world: RailWorld, accountNumber: string, amount: bigint): void {
  const paid = world.paidTo(accountNumber)
  if (paid !== null) assert.equal(paid, amount, 'what has left')
}

/** A payout order after its name enquiry. */
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

/** Enquires until the outcome is final. */
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

/** Those issued, by key: for a provider that only tells that something was paid. */
const oneOffs = new Map<string, { key: string; accountNumber: string; handle?: string }>()

export async function oneOff(world: RailWorld, key = world.newKey(), attempt = 1) {
  if (world.provider.bank?.issueOneOffAccount === undefined) throw new NotOffered()
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
  const { accountNumber } = issued
  oneOffs.set(key, { key, accountNumber, ...handleIn(issued) })
  return issued
}

/** Pays a one-off account and returns the credit as our books would record it. */
export async function creditOf(world: RailWorld, sender = world.somebodys): Promise<BankCredit> {
  const { accountNumber } = await oneOff(world)
  const credit = await readIn(world, world.credited(accountNumber, AMOUNT, sender))
  assert.equal(credit.accountNumber, accountNumber)
  return credit
}

export async function readIn(world: RailWorld, told: RailRequest): Promise<BankCredit> {
  const news = bankOf(world).readNotification(told)
  if (news.kind === 'about' && news.what === 'one_off_account') {
    const found = await bankOf(world).enquireCredit!(oneOffs.get(news.key)!)
    assert(found.kind === 'credit', found.kind)
    return found.credit
  }
  assert(news.kind === 'credit' || news.kind === 'hint', news.kind)
  if (news.kind === 'credit') return news.credit
  const said = await bankOf(world).confirmCredit!(news)
  assert(said.kind === 'credit', said.kind)
  return said.credit
}
