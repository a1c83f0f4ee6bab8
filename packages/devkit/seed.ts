import {
  changeSettings,
  closeDirectory,
  settingsOf,
} from '../../src/accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import { HOUSE } from '../../src/core/context.ts'
import { findWebhooks } from '../../src/core/events/webhooks.ts'
import { initiate } from '../../src/identity/initiate.ts'
import { validate } from '../../src/identity/validate.ts'
import { pay as payOut } from '../../src/money-out/payouts/pay.ts'
import { announcedDays, settleNow } from '../../src/money-out/settlements/settlements.ts'
import { sumMarginsAgain } from '../../src/operator/operation/margins.ts'
import { createSplit, splitCode } from '../../src/payments/splits/splits.ts'
import { createSubaccount, subaccountCode } from '../../src/payments/splits/subaccounts.ts'
import { countExported } from '../../src/payments/transactions/export.ts'
import { ALL } from '../../src/payments/transactions/search.ts'
import { createDedicated } from '../../src/payments/virtual-accounts/dedicated.ts'
import { nameOfOwn } from '../../src/payments/virtual-accounts/virtual-accounts.ts'
import { HOUR, later, MINUTE } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/db.ts'
import { newId } from '../../src/platform/ids.ts'
import { addDays, dayOf, startOf } from '../../src/platform/lagos.ts'
import { naira } from '../../src/platform/money.ts'
import { refuse } from '../../src/platform/refusal.ts'
import { isWorkingDay } from '../../src/platform/working-days.ts'
import { SANDBOX_OTP } from '../../src/providers/sandbox/sandbox.ts'
import { claimRun, type ExampleRun, findRun, noteProgress } from './seed.sql.ts'
import { advance, type Lane, play, type Store, unlessRefused } from './seed-payments.ts'
import { DEDICATED_COUNT, drawFrom, paymentsOf, people } from './seed-plan.ts'

// Example data: a store in test mode with up to sixty days of payments, made with the normal
// operations and a clock in the past. Nothing bypasses them, so the books verify.
//
//   (none), done, failed ──> running     [startExamples, seedStore: claimed by a lease]
//   running ──> done | failed            [run]
//
// (1) One run at a time per business, in test mode only: a row with a lease.
// (2) During a run, payments of this business in test mode settle on the next working day and send
//     no receipts. Afterwards its settings are restored.
// (3) No webhook reports payments of the past: it is refused if a webhook address is set.

export const DAYS_MAX = 60
export const PAYMENTS_MAX = 50
const SEED = 20_261_121
const LANES = 4
const LEASE_MS = 2 * MINUTE
const SETTLED_AFTER_MS = 7 * HOUR
const PAYOUT_DAYS = 20
const VERIFICATION_DAYS = 5

export type Progress = { state: 'none' | ExampleRun['state']; done: number; total: number }
type SeedInput = {
  days: number
  /** Also if payments exist already. */
  again?: boolean
  tell?: (progress: Progress) => void
}

/** Returns when all are made; false if another run is making them. */
export async function seedStore(
  context: Context,
  scope: Scope,
  input: SeedInput,
): Promise<boolean> {
  const token = await claim(context, scope, input)
  if (token === null) return false
  await run(context, scope, token, input)
  return true
}

/** Starts a run in the background. If one is running, it continues. */
export async function startExamples(
  context: Context,
  scope: Scope,
  input: SeedInput,
): Promise<Progress> {
  const token = await claim(context, scope, input)
  if (token !== null) {
    void run(context, scope, token, input).catch((error: unknown) => {
      const { businessId } = scope
      context.log.error({ err: error, businessId }, 'example data could not be created')
    })
  }
  return examplesOf(context, scope)
}

/** The progress of the run. A run whose lease has ended has failed. */
export async function examplesOf({ sql, now }: Context, scope: Scope): Promise<Progress> {
  const found = await findRun(sql, scope)
  if (found === null) return { state: 'none', done: 0, total: 0 }
  const { state, done, total, leaseUntil } = found
  const isLost = leaseUntil !== null && leaseUntil <= now()
  return { state: isLost ? 'failed' : state, done, total }
}

/** Null if a run is making them. */
async function claim(
  context: Context,
  scope: Scope,
  { days, again = false }: SeedInput,
): Promise<string | null> {
  if (scope.mode !== 'test') refuse('test_mode_only')
  const { sql } = context
  const now = context.now()
  const running = await examplesOf(context, scope)
  if (running.state === 'running') return null
  const payments = await countExported(context, scope, ALL)
  if (!again && payments > PAYMENTS_MAX) refuse('store_not_empty')
  const webhooks = await findWebhooks(sql, scope)
  if (webhooks.standard.url !== null || webhooks.dedicated_virtual_account.url !== null) {
    refuse('webhook_address_set')
  }
  const token = newId(now)
  const isMine = await claimRun(sql, scope, token, days, now, later(now, LEASE_MS))
  return isMine ? token : null
}

async function run(context: Context, scope: Scope, token: string, input: SeedInput): Promise<void> {
  const { days: total, tell = () => {} } = input
  const note = async (state: ExampleRun['state'], done: number) => {
    const now = context.now()
    const leaseUntil = state === 'running' ? later(now, LEASE_MS) : null
    tell({ state, done, total })
    if (!(await noteProgress(context.sql, scope, token, { state, done, total, leaseUntil }, now))) {
      throw new Error('another run of examples has begun')
    }
  }
  const { settlement, receipts } = await settingsOf(context, scope)
  await changeSettings(context, scope, { settlement: 'T+1', receipts: false })
  const lanes = Array.from({ length: LANES }, () => laneOf(context))
  let done = 0
  try {
    const first = addDays(dayOf(context.now()), 1 - total)
    const store = await furnish(lanes[0]!, scope, startOf(first))
    for (; done < total; done++) {
      await playDay(context, lanes, store, done, startOf(addDays(first, done)))
      await note('running', done + 1)
    }
    await note('done', total)
  } catch (error) {
    await note('failed', done).catch(() => {})
    throw error
  } finally {
    for (const lane of lanes) closeDirectory(lane)
    await changeSettings(context, scope, { settlement, receipts })
    await sumMarginsAgain(context, addDays(dayOf(context.now()), 1 - total))
  }
}

/** Set up before the first payment: account numbers, and a split of two. */
async function furnish(lane: Lane, scope: Scope, start: Date): Promise<Store> {
  lane.clock.at = later(start, 6 * HOUR)
  const dedicated: string[] = []
  for (const { firstName, lastName, email, phone } of people().slice(0, DEDICATED_COUNT)) {
    const asked = { firstName, lastName, email, phone, bvn: null, nin: null, splitCode: null }
    dedicated.push((await createDedicated(lane, scope, asked)).account.accountNumber)
  }
  const subaccounts: { subaccount_id: string; share: number }[] = []
  for (const [businessName, accountNumber, share] of SUBACCOUNTS) {
    const account = { businessName, bankCode: '058', accountNumber }
    const rest = { percentageCharge: null, primaryContactEmail: null, metadata: null }
    const made = await createSubaccount(lane, scope, nameOfOwn, { ...account, ...rest }, null)
    subaccounts.push({ subaccount_id: subaccountCode(made.subaccountId), share })
  }
  const terms = { name: 'Tailor and dyer', type: 'percentage', bearerType: 'account' } as const
  const input = { ...terms, bearerSubaccountId: null, subaccounts }
  const split = await createSplit(lane, scope, input, null)
  return { scope, dedicated, splitCode: splitCode(split.splitId) }
}

const SUBACCOUNTS: [name: string, accountNumber: string, share: number][] = [
  ['Bola Sample Tailoring', '0000000018', 30],
  ['Kemi Example Dyeing', '0000000025', 12.5],
]

async function playDay(
  context: Context,
  lanes: Lane[],
  store: Store,
  day: number,
  start: Date,
): Promise<void> {
  const [first] = lanes as [Lane]
  first.clock.at = later(start, SETTLED_AFTER_MS)
  if (first.clock.at > context.now()) return
  if (isWorkingDay(dayOf(start), await announcedDays(context))) await settleNow(first, store.scope)
  if (day % PAYOUT_DAYS === PAYOUT_DAYS - 1) await payMoneyOut(first, store)
  if (day % VERIFICATION_DAYS === 0) await verify(first, store, day)
  // Leaves time for what follows a payment, before the present.
  const last = later(context.now(), -2 * HOUR)
  const weekday = later(start, 12 * HOUR).getUTCDay()
  const planned = paymentsOf(SEED, day, weekday).filter(({ timeMs }) => later(start, timeMs) < last)
  await Promise.all(
    lanes.map(async (lane, i) => {
      for (const payment of planned.filter((_, at) => at % lanes.length === i)) {
        lane.clock.at = later(start, payment.timeMs)
        await play(lane, store, payment)
      }
    }),
  )
}

async function payMoneyOut(lane: Lane, { scope }: Store): Promise<void> {
  const to = { bankCode: '058', accountNumber: '0000000018' }
  const named = { reference: null, reason: 'To our account at the bank', effectId: null }
  await unlessRefused(() => payOut(lane, scope, { amount: naira(250_000), ...to, ...named }))
  advance(lane, 5 * MINUTE)
}

async function verify(lane: Lane, { scope }: Store, day: number): Promise<void> {
  const draw = drawFrom(SEED + day)
  const number = `2${String(draw(1_000_000_000)).padStart(10, '0')}`
  await unlessRefused(async () => {
    const input = { type: 'BVN', number, consent: null, effectId: null } as const
    const verificationId = await initiate(lane, scope, input)
    advance(lane, 1 * MINUTE)
    const guess = { verificationId, type: 'BVN', otp: SANDBOX_OTP } as const
    await validate(lane, scope, guess, { keyId: HOUSE, requestId: 'examples', ipAddress: '' })
  })
}

/**
 * The same service with a clock of its own. Some state, above all batches, is remembered per
 * database object and uses the clock of the service. So a lane gets objects of its own around the
 * same connections.
 */
function laneOf(context: Context): Lane {
  const clock = { at: context.now() }
  const own = (database: Database) => new Proxy(database, {})
  const { sql, hot } = context
  return { ...context, sql: own(sql), hot: own(hot), now: () => clock.at, clock }
}
