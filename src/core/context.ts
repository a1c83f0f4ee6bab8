import type { BatchWaits } from '../platform/batch.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db.ts'
import type { Id } from '../platform/ids.ts'
import type { Peers, PubSub } from '../platform/pub-sub.ts'
import type { Replica } from '../platform/replica.ts'
import type { Keyring } from '../platform/secrets.ts'
import type { Mode } from '../providers/outcomes.ts'
import type { Rails } from '../providers/rails.ts'

/** What every operation is handed first. Whatever is not in here, it may not reach. */
export type Context = {
  config: Config
  /** For single statements and database transactions. */
  sql: Database
  /** For batches over arrays only. */
  hot: Database
  /** Missing where the primary is asked for everything. */
  replica?: Replica
  batchWaits: BatchWaits
  keys: Keyring
  rails: Rails
  now: () => Date
  /** Milliseconds from no particular moment: never set, so for whatever waits in memory. */
  monotonicMs: () => number
  log: Log
  /** Missing where nobody reads /metrics. */
  meter?: Meter
  /** Tells the rest of this process, after COMMIT, that something has changed, and whose. */
  pubSub: PubSub<Scope>
  /** Set by tests only, which set many passwords; elsewhere it is what `passwords.ts` says. */
  passwordCost?: PasswordCost
  /** Missing where this process is the only one on its port. */
  peers?: Peers
  /** Missing where no other machine can be on the same database. */
  machines?: Peers
  /** Missing unless the service was started for tests. */
  bench?: Bench
  /** Where customers and businesses reach this service, without a slash at the end. */
  baseUrl: () => string
}

/** A background job that had work, and how many records it handled. */
export type Ran = { job: string; count: number }

/** What test suites may do to a service that was started for them (COWRIE_SANDBOX_CLOCK). */
export type Bench = {
  isMoved(): boolean
  /** Moves the clock of the process forward. */
  advance(ms: number): void
  /** Stops these while `run` runs. Calls wait for each other. */
  alone<Result>(what: 'jobs' | 'jobs and webhooks', run: () => Promise<Result>): Promise<Result>
  /** Runs the jobs once and sends what is due, while those are stopped. */
  runDue(): Promise<Ran[]>
  seeds: Seeds
}

/** What is the same again for the same seed. Null for a business without a seed. */
export type Seeds = {
  /** The seed that the service gives a business without one. */
  seedOf(name: string | undefined): string | null
  open(businessId: BusinessId, seed: string): void
  /** Counts from the beginning. */
  restart(businessId: BusinessId): void
  /** The next reference. */
  reference(businessId: BusinessId): string | null
  /** What an account number is made of, in place of the key under which it is requested. */
  accountName(businessId: string, key: string): string | null
}

/** Of scrypt. */
export type PasswordCost = { N: number; r: number; p: number }

/** Named fields only, never a body, a key or a number of a person. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What is counted for /metrics, by labels of few values: never a business, a person or an id. */
export type Meter = {
  /** There are such routes: a series that begins at its first error hides that error. */
  expect(routeClass: string): void
  /** It was answered. `routeClass`: its `load` (access.ts). */
  request(routeClass: string, status: number, tookMs: number): void
  shed(): void
  /** Calls that the request log lacks. */
  requestsUnlogged(calls: number): void
  /** Ten times a second: the longest that anything has waited since. */
  waits(waits: { loopMs: number; batchMs: number; connectionMs: number }, inFlight: number): void
  payment(outcome: PaymentOutcome, by: { mode: Mode; channel: string; rail: string }): void
  cardTestingStopped(mode: Mode): void
}

type PaymentOutcome = 'success' | 'failed' | 'abandoned'
/** The channel and rail of a payment that nobody has begun to pay. */
export const UNPAID = { channel: 'none', rail: 'none' }

export type BusinessId = Id<'business'>

/** Nobody's business: what came in and belongs to none, until a person has decided. */
export const HOUSE = '00000000-0000-7000-8000-000000000000' as BusinessId

/** Whose data. Every statement on a tenant's table names both. */
export type Scope = { businessId: BusinessId; mode: Mode }

/** Of a business with a seed. Attempts with one Idempotency-Key have a reference from its id. */
export function seededReference(
  { bench }: Context,
  { businessId }: Scope,
  { effectId }: { effectId?: string | null },
): string | null {
  return effectId ? null : (bench?.seeds.reference(businessId) ?? null)
}
