import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import type { TestContext as Case } from 'node:test'
import { setWallet } from '../packages/devkit/sandbox/sandbox.ts'
import type { Context, Scope } from '../src/core/context.ts'
import { listEntries } from '../src/core/ledger/ledger.ts'
import type { Accessor, Verification, VerificationId } from '../src/identity/identity.sql.ts'
import { type InitiateInput, initiate } from '../src/identity/initiate.ts'
import { type Guess, validate } from '../src/identity/validate.ts'
import { newId } from '../src/platform/ids.ts'
import { kobo } from '../src/platform/money.ts'
import { Refusal, type RefusalCode } from '../src/platform/refusal.ts'
import { RAIL_DEADLINE_MS } from '../src/providers/ask.ts'
import type { IdentityRail } from '../src/providers/rails.ts'
import { countWaiting } from './lock-waits.ts'
import { asOwner, type TestContext, until } from './support.ts'

// Identity verifications in tests of money and races: processes over one registry whose calls are
// counted and can be staged, and the state of a verification and its fee.

export const FEE = 5_000
/** The sandbox's correct code, and a wrong one. */
export const RIGHT = '123456'
export const WRONG = '000000'

type Calls = Pick<IdentityRail, 'sendCode' | 'enquire' | 'submitCode'>
export type Counted = Record<keyof Calls, number>
export type Watched = TestContext & { asked: Counted }

/** The same process, with a registry whose calls are counted and can be answered differently. */
export function watched(
  context: TestContext,
  staged: (real: IdentityRail) => Partial<Calls> = () => ({}),
): Watched {
  const asked: Counted = { sendCode: 0, enquire: 0, submitCode: 0 }
  const real = context.rails.test.identity
  const { sendCode, enquire, submitCode } = { ...callsOf(real), ...staged(real) }
  const identity: IdentityRail = {
    name: real.name,
    types: real.types,
    sendCode: (request) => {
      asked.sendCode += 1
      return sendCode(request)
    },
    enquire: (request) => {
      asked.enquire += 1
      return enquire(request)
    },
    submitCode: (request) => {
      asked.submitCode += 1
      return submitCode(request)
    },
  }
  return { ...context, asked, rails: { live: [], test: { ...context.rails.test, identity } } }
}

function callsOf(rail: IdentityRail): Calls {
  return {
    sendCode: (request) => rail.sendCode(request),
    enquire: (request) => rail.enquire(request),
    submitCode: (request) => rail.submitCode(request),
  }
}

/** Ends the fifteen-second rail deadline at once; other timers run normally. */
export function railDeadlinesPass(t: Case): void {
  const { setTimeout: usual } = globalThis
  t.mock.method(globalThis, 'setTimeout', ((done: () => void, ms: number, ...more: unknown[]) =>
    usual(done, ms === RAIL_DEADLINE_MS ? 1 : ms, ...more)) as typeof setTimeout)
}

/** Eleven digits with no special meaning to the sandbox. */
export function freshNumber(): string {
  return `2${String(randomInt(10 ** 10)).padStart(10, '0')}`
}

export function begin(
  context: Context,
  { businessId, mode }: Scope,
  input: Partial<InitiateInput> = {},
): Promise<VerificationId> {
  const request = { type: 'BVN', number: freshNumber(), consent: null, effectId: null } as const
  return initiate(context, { businessId, mode }, { ...request, ...input })
}

/** Begins all concurrently, alternating between processes; returns the ids and the refusals. */
export async function beginMany(
  processes: Context[],
  scope: Scope,
  inputs: Partial<InitiateInput>[],
): Promise<{ done: VerificationId[]; refused: Refusal[] }> {
  const all = inputs.map((input, i) => begin(processes[i % processes.length]!, scope, input))
  return sorted(all)
}

export function guess(
  context: Context,
  { businessId, mode }: Scope,
  verificationId: VerificationId,
  otp: string,
  more: Partial<Guess> = {},
) {
  const asked = { verificationId, type: 'BVN', otp, ...more } as const
  return validate(context, { businessId, mode }, asked, someone(context))
}

export function someone(context: Context): Accessor {
  const id = newId(context.now())
  return { keyId: id, requestId: `req_${id}`, ipAddress: '203.0.113.7' }
}

/** Splits results into successes and refusals; rethrows any other failure. */
export async function sorted<Result>(
  all: Promise<Result>[],
): Promise<{ done: Result[]; refused: Refusal[] }> {
  const settled = await Promise.allSettled(all)
  const done: Result[] = []
  const refused: Refusal[] = []
  for (const one of settled) {
    if (one.status === 'fulfilled') done.push(one.value)
    else if (one.reason instanceof Refusal) refused.push(one.reason)
    else throw one.reason
  }
  return { done, refused }
}

export function countCodes(refused: Refusal[]): Partial<Record<RefusalCode, number>> {
  const counts: Partial<Record<RefusalCode, number>> = {}
  for (const { code } of refused) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** Returns the refusal of a request that must be refused. */
export async function refusalOf(asked: Promise<unknown>): Promise<Refusal> {
  const { refused } = await sorted([asked])
  assert(refused[0], 'it is refused')
  return refused[0]
}

/** Sets the wallet to exactly this amount. */
export async function givenWallet(context: Context, scope: Scope, amount: number): Promise<void> {
  await setWallet(context, scope, kobo(amount))
}

export async function verificationsOf(
  { sql }: Context,
  { businessId, mode }: Scope,
): Promise<Verification[]> {
  return sql<Verification[]>`
    select * from identity_verification
    where business_id = ${businessId} and mode = ${mode}
    order by verification_id
  `
}

/** The only verification of a business that has one. */
export async function onlyVerificationOf(context: Context, scope: Scope): Promise<Verification> {
  const [only, ...others] = await verificationsOf(context, scope)
  assert(only && others.length === 0, `there is one, and ${others.length} others`)
  return only
}

/** Its fee entries: `hold`, then `post_hold` or `void_hold`. */
export async function feeOf({ sql }: Context, verification: Scope & { verificationId: string }) {
  const { businessId, mode, verificationId } = verification
  const entries = await listEntries(sql, businessId, mode, verificationId)
  return entries.map(({ reason, kind, debit, credit, amount }) => {
    assert.deepEqual([reason, debit, credit], ['identity_fee', 'available', 'fees'])
    assert.equal(Number(amount), FEE)
    return kind
  })
}

/** Codes counted against the number's limit, over all businesses. */
export async function usesOf({ sql }: Context, { numberHash }: Verification): Promise<string[]> {
  const [row] = await sql<{ uses: string[] }[]>`
    select uses from identity_number where mode = 'test' and number_hash = ${numberHash}
  `
  return row?.uses ?? []
}

/**
 * Runs while another session holds a lock on these; `waiting` waits until `count` sessions are
 * blocked.
 */
export async function whileLocked<Result>(
  context: TestContext,
  table: 'ledger_account' | 'identity_verification',
  { businessId }: Scope,
  run: (waiting: (count: number) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const waiting = (count: number) =>
    until(`${count} wait`, async () => (await countWaiting(context)) === count)
  return asOwner(context, async (owner) => {
    const locked = await owner.begin(async (sql) => {
      await sql`select from ${sql(table)} where business_id = ${businessId} for update`
      return { result: await run(waiting) }
    })
    return locked.result as Result
  })
}
