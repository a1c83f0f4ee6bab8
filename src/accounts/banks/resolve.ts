import { LRUCache } from 'lru-cache'
import type { Context, Scope } from '../../core/context.ts'
import { type Breaker, breaker } from '../../platform/breaker.ts'
import { DAY, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Database } from '../../platform/db.ts'
import { type SingleFlight, singleFlight } from '../../platform/keyed-calls.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { ask } from '../../providers/ask.ts'
import { railFor } from '../../providers/capabilities.ts'
import { fits } from '../../providers/nuban.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { NameEnquiry, NameOutcome } from '../../providers/rails.ts'
import { findBank, type ListedBank } from './banks.ts'

// The name enquiry. For an account that we issued, the name comes from our own books; for others,
// the rail is asked and its answer cached.
//
// (1) The cache is by mode, bank and number, in the memory of this process only. Failures are not
//     cached.
// (2) Concurrent enquiries for one account share one request to the rail.
// (3) A bank that fails for several numbers in a row is not asked for a while (breaker.ts).
// (4) The check digit is advice: numbers that fail it are asked for too.

const DEADLINE_MS = 10 * SECOND
const FOUND_KEPT_MS = 1 * DAY
/** Short, because an account may have been opened just now. */
const NOT_FOUND_KEPT_MS = 1 * MINUTE
const NAMES_MAX = 10_000
const FAILURES_MAX = 5
const LEFT_ALONE_MS = 30 * SECOND
/** More than the banks of the list in both modes. */
const BREAKERS_MAX = 1_000
const RETRY_AFTER_SECONDS = 5

export type AccountAt = { bankCode: string; accountNumber: string }
type ResolvedAccount = AccountAt & {
  accountName: string
  /** Null if the bank has no check digit. */
  checkDigitValid: boolean | null
}

/** The name on an account that we issued, or null. Passed in: those are on a later floor. */
export type OwnName = (
  context: Context,
  mode: Mode,
  bankCode: string,
  accountNumber: string,
) => Promise<string | null>

type Enquiry = Scope & { bank: ListedBank; accountNumber: string; deadlineMs: number }
type Known = Extract<NameOutcome, { kind: 'found' | 'not_found' }>
type Answer = NameOutcome | { kind: 'left_alone'; waitMs: number }
type Asker = { known: LRUCache<string, Known>; breaker: Breaker; flights: SingleFlight<Answer> }
const askers = new WeakMap<Database, Asker>()

export async function resolve(
  context: Context,
  { businessId, mode }: Scope,
  own: OwnName,
  { bankCode, accountNumber }: AccountAt,
  deadlineMs: number = DEADLINE_MS,
): Promise<ResolvedAccount> {
  const bank = findBank(bankCode) ?? refuse('unknown_bank')
  const accountName =
    (await own(context, mode, bank.code, accountNumber)) ??
    (await askedName(context, { businessId, mode, bank, accountNumber, deadlineMs }))
  const checkDigitValid = fits(bank.code, accountNumber)
  return { bankCode: bank.code, accountNumber, accountName, checkDigitValid }
}

async function askedName(context: Context, enquiry: Enquiry): Promise<string> {
  const rail = railFor(context.rails, enquiry, 'name_enquiry')
  const { known, flights } = askerOf(context)
  const key = keyOf(enquiry)
  const answer =
    (await rail.armedFor?.(enquiry.businessId)) ??
    known.get(key) ??
    (await flights(key, () => enquire(context, rail, enquiry)))
  switch (answer.kind) {
    case 'found':
      return answer.accountName
    case 'not_found':
      return refuse('account_not_resolved')
    case 'unavailable':
      throw down(RETRY_AFTER_SECONDS)
    case 'left_alone':
      throw down(Math.ceil(answer.waitMs / SECOND))
    case 'unknown': {
      const message = 'The bank did not respond in time. Nothing was changed. Retry.'
      throw new Refusal('rail_timeout', { message, retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
  }
}

/** Asks the rail, unless the breaker of this bank is open. */
async function enquire(context: Context, rail: NameEnquiry, enquiry: Enquiry): Promise<Answer> {
  const { mode, bank, accountNumber, deadlineMs } = enquiry
  const { known, breaker } = askerOf(context)
  const whose = `${mode} ${bank.code}`
  const waitMs = breaker.admit(whose)
  if (waitMs !== null) return { kind: 'left_alone', waitMs }

  const { code, nipCode } = bank
  const asked = rail.resolveAccount({ bank: { code, nipCode }, accountNumber })
  const outcome = await ask(asked, deadlineMs)
  switch (outcome.kind) {
    case 'found':
    case 'not_found': {
      const keptMs = outcome.kind === 'found' ? FOUND_KEPT_MS : NOT_FOUND_KEPT_MS
      known.set(keyOf(enquiry), outcome, { ttl: keptMs })
      breaker.succeeded(whose)
      return outcome
    }
    case 'unavailable':
    case 'unknown':
      breaker.failed(whose, accountNumber)
      return outcome
  }
}

function keyOf({ mode, bank, accountNumber }: Enquiry): string {
  return `${mode} ${bank.code} ${accountNumber}`
}

function down(retryAfterSeconds: number): Refusal {
  const message = 'The bank is not available at the moment. Retry shortly.'
  return new Refusal('rail_unavailable', { message, retryAfterSeconds })
}

function askerOf({ sql, monotonicMs }: Context): Asker {
  const existing = askers.get(sql)
  if (existing) return existing
  const asker: Asker = {
    known: new LRUCache({
      max: NAMES_MAX,
      ttlResolution: 0,
      perf: { now: monotonicMs },
    }),
    breaker: breaker({
      monotonicMs,
      failuresMax: FAILURES_MAX,
      openMs: LEFT_ALONE_MS,
      namesMax: BREAKERS_MAX,
    }),
    flights: singleFlight(),
  }
  askers.set(sql, asker)
  return asker
}
