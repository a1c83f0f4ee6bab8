import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import fc from 'fast-check'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { eventsOf, givenAccount, pay, runJobs, transfer } from '../../../test/payments.ts'
import { useContext } from '../../../test/support.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { createMeter } from '../../operator/metrics/meters.ts'
import { DAY } from '../../platform/clock.ts'
import type { CardAuthorization, CardOutcome } from '../../providers/rails.ts'
import type { CardAttempt } from './card-attempt.ts'
import { record } from './card-outcome.ts'

// All outcomes of one attempt, in any order and repeated.

const context = useContext()
/** What the metrics counted for the last attempt. */
const counted: string[] = []
context.meter = {
  ...createMeter({ version: '0.0.0', commit: 'none' }).meter,
  payment: (outcome, { channel }) => void counted.push(`${outcome} ${channel}`),
}
const api = useApi(context)

afterEach(() => assertBooksTie(context))

const authorization: CardAuthorization = {
  bin: '408408',
  last4: '4081',
  expMonth: '12',
  expYear: '2099',
  brand: 'visa',
  cardType: 'visa debit',
  bank: 'TEST BANK',
  countryCode: 'NG',
  reusable: false,
}
const messages: CardOutcome[] = [
  { kind: 'approved', authorization },
  { kind: 'declined', reason: 'declined', authorization },
  { kind: 'otp_incorrect', authorization },
  { kind: 'redirect_required', url: 'https://bank.example/3ds', authorization },
  { kind: 'unknown' },
  { kind: 'unavailable' },
]
const PIN_REQUIRED: CardOutcome = { kind: 'pin_required', authorization }
/** Outcomes that end an attempt. */
const ENDS: Partial<Record<CardOutcome['kind'], string>> = {
  approved: 'approved',
  declined: 'declined',
  unavailable: 'unavailable',
}

for (const first of messages) {
  test(`first ${first.kind}, then any two: the first end stays, and is booked once`, async () => {
    for (const second of messages) {
      for (const third of messages) await playOut([first, second, third])
    }
  })
}

test('any six outcomes, in any order: the first end stays, and is booked once', async () => {
  const six = fc.array(fc.constantFrom(...messages), { minLength: 4, maxLength: 6 })
  await fc.assert(fc.asyncProperty(six, playOut), { numRuns: 60 })
})

test('outcomes from four processes at once end an attempt once', async () => {
  for (let round = 0; round < 20; round++) {
    const attempt = await givenAttempt()
    const [approved, declined, , redirect] = messages

    await Promise.all(
      [redirect, approved, declined, approved].map((message) => record(context, attempt, message!)),
    )

    const { state } = await attemptAsItIs(attempt)
    await assertEnd(attempt, state, state)
    assert(state === 'approved' || state === 'declined')
  }
})

test('an attempt that was superseded since it was read stays so, whatever the rail waits for', async () => {
  for (const message of [messages[2], messages[3], messages[4], PIN_REQUIRED]) {
    const { business, access_code } = await givenAccount(context, api)
    await pay(api, access_code, 'page')
    const read = await attemptOf(business.businessId)
    await pay(api, access_code, 'page')

    await record(context, read, message!)

    const states = await context.sql`
      select state from card_attempt where business_id = ${business.businessId} order by attempt_id
    `
    assert.deepEqual(
      states.map(({ state }) => state),
      ['superseded', 'redirect'],
    )
  }
})

test('an approval of a paid payment is surplus once, however often it is reported', async () => {
  const { business, access_code, account_number } = await givenAccount(context, api)
  await pay(api, access_code, 'page')
  const attempt = await attemptOf(business.businessId)
  await transfer(api, business, { account_number, amount: 500_000 })

  const said = Array.from({ length: 5 }, () => record(context, attempt, messages[0]!))
  await Promise.all(said)

  assert.equal((await attemptAsItIs(attempt)).state, 'surplus')
  const { unmatched, available } = await balancesOf(context, business)
  assert.deepEqual([unmatched.posted, available.posted], [500_000n, 10_481_187n])
})

test('surplus charges and open attempts all end', async () => {
  context.advance(9 * DAY)
  await runJobs(context)

  await assertSettled(context)
})

async function playOut(order: CardOutcome[]): Promise<void> {
  const attempt = await givenAttempt()

  for (const message of order) await record(context, await attemptAsItIs(attempt), message)

  const told = order.map(({ kind }) => kind).join(', ')
  const end = order.map(({ kind }) => ENDS[kind]).find((state) => state !== undefined)
  await assertEnd(attempt, end, told)
}

async function assertEnd(attempt: CardAttempt, end: string | undefined, told: string) {
  const { state } = await attemptAsItIs(attempt)
  if (end === undefined) assert(['otp', 'redirect', 'unknown'].includes(state), told)
  else assert.equal(state, end, told)
  const { available } = await balancesOf(context, attempt)
  const isPaid = end === 'approved'
  assert.equal(available.posted, 10_000_000n + (isPaid ? 481_187n : 0n), told)
  const types = (await eventsOf(context, attempt)).map(({ type }) => type)
  assert.deepEqual(types, isPaid ? ['transaction.success'] : [], told)
  assert.deepEqual(counted, isPaid ? ['success card'] : [], told)
}

/** An attempt that waits at the rail. */
async function givenAttempt(): Promise<CardAttempt> {
  counted.length = 0
  const { business, access_code } = await givenAccount(context, api)
  await pay(api, access_code, 'page')
  return attemptOf(business.businessId)
}

async function attemptOf(businessId: string): Promise<CardAttempt> {
  const [row] = await context.sql<CardAttempt[]>`
    select * from card_attempt where business_id = ${businessId}
  `
  return row!
}

function attemptAsItIs({ businessId }: CardAttempt): Promise<CardAttempt> {
  return attemptOf(businessId)
}
