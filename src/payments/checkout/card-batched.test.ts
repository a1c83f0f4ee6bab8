import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { approvedWith, attemptsOf, cardOf, DECLINED, keyOf } from '../../../test/cards.ts'
import { eventsOf, runJobs } from '../../../test/payments.ts'
import {
  asOwner,
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  until,
  useContext,
} from '../../../test/support.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { happening } from '../transactions/history.ts'
import { settlementOf } from '../transactions/settle.ts'
import type { Transaction, TransactionKey } from '../transactions/transactions.rows.ts'
import { change, changedBy, findTransaction, readAccessCode } from '../transactions/transactions.ts'
import { type Approval, approveMany, type Beginning, beginMany } from './card.sql.ts'
import { payByCard } from './card.ts'
import type { CardAttempt } from './card-attempt.ts'
import { record } from './card-outcome.ts'

// Many card payments in one statement: each gets its own outcome.

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

test('eight clicks on each of twenty payments, in two processes, begin one attempt of each', async () => {
  const business = await givenBusiness(context)
  const keys = await givenMany(20, () => givenOpen(business))
  const twin = { ...contextOn(context.database), rails: context.rails }
  // The bank does not answer, so the attempt stays open.
  const card = cardOf(context, 'late_success')

  const told = await Promise.all(
    keys.flatMap((key) =>
      Array.from({ length: 8 }, (_, i) => codeOf(payByCard(i % 2 ? context : twin, key, card))),
    ),
  )

  for (const [i, key] of keys.entries()) {
    const codes = told.slice(8 * i, 8 * i + 8).toSorted()
    assert.deepEqual(codes, [...Array(7).fill('already_in_progress'), 'rail_timeout'])
    const { attempts, history } = await paymentAt(key)
    assert.deepEqual([attempts, history.split('card_tried').length], [1, 2])
    assert.equal((await attemptsOf(context, key)).length, 1)
  }
  await runJobs(context)
  await assertSettled(context)
  for (const key of keys) assert.equal((await paymentAt(key)).status, 'success')
  await disconnect(twin)
})

test('thirty approvals, received three times each by two processes, settle once each', async () => {
  const business = await givenBusiness(context)
  const attempts = await givenMany(30, () => givenAttempt(business))
  const twin = contextOn(context.database)

  await Promise.all(
    [context, twin, context].flatMap((process) =>
      attempts.map((attempt, i) => record(process, attempt, approvedWith(i))),
    ),
  )

  for (const [i, attempt] of attempts.entries()) await assertPaid(attempt, approvedWith(i))
  assert.equal((await eventsOf(context, business)).length, 30)
  await disconnect(twin)
})

test('each approval of a batch gets its own outcome and affects no other', async () => {
  const business = await givenBusiness(context)
  const [first, stale, second, declined, third, closed] = await givenMany(6, () =>
    givenAttempt(business),
  )
  // A superseded attempt that was declined later did not change its payment.
  await payByCard(context, keyOf(declined), cardOf(context, 'page'))
  await record(context, { ...declined, state: 'superseded' }, DECLINED)
  const all = [first, stale, second, declined, third, closed]
  const approvals = await Promise.all(all.map((attempt, i) => approvalOf(attempt, approvedWith(i))))
  await change(context, keyOf(stale), () => ({ message: happening('network_down') }))
  await record(context, closed, approvedWith(5))
  const unharmed = await Promise.all([stale, declined, closed].map(rowsOf))

  // In the reverse order of the keys.
  const outcome = await approveMany(context.hot, context.now(), approvals.toReversed())

  assert.deepEqual(
    { approved: outcome.approved.toSorted(), known: outcome.known.toSorted() },
    {
      approved: [first, second, third].map(({ attemptId }) => attemptId).toSorted(),
      known: [declined, closed].map(({ attemptId }) => attemptId).toSorted(),
    },
  )
  assert.deepEqual(await Promise.all([stale, declined, closed].map(rowsOf)), unharmed)
  await assertPaid(first, approvedWith(0))
  await assertPaid(second, approvedWith(2))
  await assertPaid(third, approvedWith(4))
  // After a fresh read it pays.
  await record(context, stale, approvedWith(1))
  await assertPaid(stale, approvedWith(1))
})

test('nothing is settled where all attempts have ended', async () => {
  const attempts = await givenMany(3, async () => givenAttempt(await givenBusiness(context)))
  const approvals = await Promise.all(attempts.map((attempt) => approvalOf(attempt)))
  await Promise.all(attempts.map((attempt) => record(context, attempt, DECLINED)))
  const before = await Promise.all(attempts.map(rowsOf))

  const { approved, known } = await approveMany(context.hot, context.now(), approvals)

  assert.deepEqual([approved.length, known.length], [0, 3])
  assert.deepEqual(await Promise.all(attempts.map(rowsOf)), before)
})

test('two cards of each payment approved in one moment: one pays, the other is surplus', async () => {
  const business = await givenBusiness(context)
  const pairs = await givenMany(20, async () => {
    const key = await givenOpen(business)
    for (let i = 0; i < 2; i++) await payByCard(context, key, cardOf(context, 'page'))
    return key
  })
  const cards = await Promise.all(pairs.map((key) => attemptsOf(context, key)))
  const twin = contextOn(context.database)

  await Promise.all(
    cards.flatMap((of, i) => {
      const processes = i % 2 === 0 ? [context, context] : [context, twin]
      const both = of.map((attempt, n) => () => record(processes[n]!, attempt, approvedWith(n)))
      return (i % 4 < 2 ? both : both.reverse()).map((start) => start())
    }),
  )

  for (const key of pairs) {
    const states = (await attemptsOf(context, key)).map(({ state }) => state)
    assert.deepEqual(states.toSorted(), ['approved', 'surplus'])
  }
  await runJobs(context)
  await assertSettled(context)
  await disconnect(twin)
})

test('each attempt of a batch begins, or nothing of it is stored', async () => {
  const business = await givenBusiness(context)
  const open = await givenMany(6, () => givenOpen(business))
  const [first, stale, second, busy, third, closed] = open as [Key, Key, Key, Key, Key, Key]
  await payByCard(context, busy, cardOf(context, 'page'))
  await payByCard(context, closed, cardOf(context, 'success'))
  const beginnings = await Promise.all(open.map((key, i) => beginningOf(key, `number ${i}`)))
  await change(context, stale, () => ({ message: happening('network_down') }))
  const unharmed = await Promise.all([stale, busy, closed].map(everythingOf))

  // In the reverse order of the keys.
  const begun = await beginMany(context.hot, beginnings.toReversed())

  const done = beginnings.filter((_, i) => i % 2 === 0)
  const named = done.map(({ attempt }) => attempt.attemptId)
  assert.deepEqual(begun.toSorted(), named.toSorted())
  assert.deepEqual(await Promise.all([stale, busy, closed].map(everythingOf)), unharmed)
  for (const [i, key] of [first, second, third].entries()) {
    const { attempt, changed } = done[i]!
    const { payment, attempts } = await everythingOf(key)
    assert.deepEqual(payment, { ...changed, version: changed.version + 1 })
    assert.deepEqual([...attempts], [attempt])
  }
})

// Each waits for the row that it is about to change, which then has changed.
for (const [what, hold, end] of [
  ['the enquiry is put off', (id) => enquiry(id), 'approved'],
  ['the card is declined', (id) => declinedByHand(id), 'known'],
] as [string, (id: string) => (sql: TestContext['sql']) => Promise<unknown>, string][]) {
  test(`while an approval waits, ${what}: it is ${end}`, async () => {
    const business = await givenBusiness(context)
    const [own, neighbour] = await givenMany(2, () => givenAttempt(business))
    const approvals = await Promise.all([approvalOf(own), approvalOf(neighbour)])

    const outcome = await whileHeld(hold(own.attemptId), () =>
      approveMany(context.hot, context.now(), approvals),
    )

    const named = approvals.map(({ attemptId }) => attemptId)
    const approved = end === 'approved' ? named : named.slice(1)
    assert.deepEqual(outcome.approved.toSorted(), approved.toSorted())
    assert.deepEqual(outcome.known, end === 'known' ? [own.attemptId] : [])
    await assertPaid(neighbour, approvedWith(0))
    const { payment } = await rowsOf(own)
    assert.equal(payment.status, end === 'approved' ? 'success' : 'ongoing')
  })
}

test('while an attempt begins, its payment changes: only its neighbour has begun', async () => {
  const business = await givenBusiness(context)
  const [own, neighbour] = await givenMany(2, () => givenOpen(business))
  const beginnings = await Promise.all([beginningOf(own, 'own'), beginningOf(neighbour, 'other')])

  const begun = await whileHeld(
    (sql) => sql`
      update transaction set version = version + 1, message = 'network_down'
      where business_id = ${own.businessId} and id = ${own.id}
    `,
    () => beginMany(context.hot, beginnings),
  )

  assert.deepEqual(begun, [beginnings[1]!.attempt.attemptId])
  const { payment, attempts } = await everythingOf(own)
  assert.deepEqual([payment.message, payment.attempts], ['network_down', 0])
  assert.deepEqual([...attempts], [])
})

test('clicks, declines and approvals of one business at once do not deadlock', async () => {
  const business = await givenBusiness(context)
  const twin = { ...contextOn(context.database), rails: context.rails }
  for (let round = 0; round < 10; round++) {
    const attempts = await givenMany(10, () => givenAttempt(business))
    await Promise.all(
      attempts.flatMap((attempt, i) => [
        record(context, attempt, i % 2 ? DECLINED : approvedWith(i)),
        record(twin, attempt, i % 3 ? approvedWith(i) : DECLINED),
        codeOf(payByCard(context, keyOf(attempt), cardOf(context, 'page'))),
        codeOf(payByCard(twin, keyOf(attempt), cardOf(context, 'success'))),
      ]),
    )
  }
  await runJobs(context)
  const [found] = await context.sql<{ deadlocks: bigint }[]>`
    select deadlocks from pg_stat_database where datname = current_database()
  `
  assert.equal(found?.deadlocks, 0n)
  await disconnect(twin)
})

type Key = TransactionKey

/** One after the other, so that the keys sort in this order. */
async function givenMany<Given>(count: number, given: () => Promise<Given>) {
  const all: Given[] = []
  for (let i = 0; i < count; i++) all.push(await given())
  return all as [Given, Given, Given, Given, Given, Given, ...Given[]]
}

async function givenOpen(business: GivenBusiness): Promise<Key> {
  const { access_code } = await givenPayment(api, business)
  return readAccessCode(context.keys, access_code)!
}

/** An attempt that waits at the bank. */
async function givenAttempt(business: GivenBusiness): Promise<CardAttempt> {
  const key = await givenOpen(business)
  await payByCard(context, key, cardOf(context, 'page'))
  const [attempt] = await attemptsOf(context, key)
  return attempt!
}

/** What an approval writes, before it is written. */
async function approvalOf(attempt: CardAttempt, outcome = approvedWith(0)): Promise<Approval> {
  const settlement = await settlementOf(context, await paymentAt(keyOf(attempt)), {
    channel: 'card',
    amount: attempt.amount,
    authorizationDetails: JSON.stringify({ last4: outcome.authorization.last4 }),
    gatewayResponse: 'Successful',
    paidAt: context.now(),
    clearing: 'card_clearing',
  })
  return { attemptId: attempt.attemptId, settlement }
}

async function beginningOf(key: Key, message: string): Promise<Beginning> {
  const before = await paymentAt(key)
  const now = context.now()
  const attempt: CardAttempt = {
    businessId: key.businessId,
    mode: key.mode,
    attemptId: newId(now),
    transactionId: key.id,
    rail: 'sandbox',
    method: 'card',
    amount: before.amount,
    state: 'charging',
    declineReason: null,
    redirectUrl: null,
    authorizationDetails: null,
    atLeast: null,
    consent: null,
    authorizationId: null,
    ...{ handle: null, returnHandle: null, returnAskedAt: null },
    ...{ returnAcceptedAt: null, returnSessionId: null },
    nextEnquiryAt: later(now, 1 * MINUTE),
    ...{ customerId: null, network: null, card: null },
    createdAt: now,
    updatedAt: now,
  }
  const attempts = before.attempts + 1
  return {
    attempt,
    changed: changedBy(before, now, {
      status: 'ongoing',
      attempts,
      message: happening('note', message),
      happened: happening('card_tried'),
    }),
  }
}

async function assertPaid(
  attempt: CardAttempt,
  { authorization }: ReturnType<typeof approvedWith>,
) {
  const { payment, attempt: ended } = await rowsOf(attempt)
  assert.equal(payment.status, 'success')
  assert.equal(payment.channel, 'card')
  assert.equal(JSON.parse(payment.authorizationDetails!).last4, authorization.last4)
  const { state, redirectUrl, nextEnquiryAt, authorizationDetails } = ended
  assert.deepEqual(
    { state, redirectUrl, nextEnquiryAt, authorizationDetails },
    {
      state: 'approved',
      redirectUrl: null,
      nextEnquiryAt: null,
      authorizationDetails: payment.authorizationDetails,
    },
  )
  assert(ended.updatedAt > attempt.updatedAt)
}

async function paymentAt(key: Key): Promise<Transaction> {
  return (await findTransaction(context.sql, key))!
}

async function rowsOf(attempt: CardAttempt) {
  const { payment, attempts } = await everythingOf(keyOf(attempt))
  return { payment, attempt: attempts.find(({ attemptId }) => attemptId === attempt.attemptId)! }
}

async function everythingOf(key: Key) {
  return { payment: await paymentAt(key), attempts: await attemptsOf(context, key) }
}

function enquiry(id: string) {
  return (sql: TestContext['sql']) => sql`
    update card_attempt set next_enquiry_at = next_enquiry_at + interval '1 minute'
    where attempt_id = ${id}
  `
}

function declinedByHand(id: string) {
  return (sql: TestContext['sql']) => sql`
    update card_attempt
    set state = 'declined', decline_reason = 'by hand', redirect_url = null, next_enquiry_at = null
    where attempt_id = ${id}
  `
}

/** Runs `waits` while another database transaction holds the lock that `hold` takes. */
async function whileHeld<Result>(
  hold: (sql: TestContext['sql']) => PromiseLike<unknown>,
  waits: () => Promise<Result>,
): Promise<Result> {
  return asOwner(context, async (owner) => {
    const { promise: waited, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
    const holding = context.sql.begin(async (sql) => {
      await hold(sql as unknown as TestContext['sql'])
      isHeld()
      await waited
    })
    await held
    const waiting = waits()
    await until('it waits for the row', async () => {
      const [found] = await owner<{ waits: boolean }[]>`
        select exists (
          select from pg_stat_activity
          where datname = ${context.database} and wait_event_type = 'Lock'
        ) as waits
      `
      return found!.waits
    })
    goOn()
    await holding
    return waiting
  })
}

async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'done',
    (error: unknown) => {
      assert(error instanceof Refusal, String(error))
      return error.code
    },
  )
}
