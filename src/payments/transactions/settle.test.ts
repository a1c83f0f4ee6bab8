import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { cardNamed, creditTo, eventsOf, runJobs, runJobsOnce } from '../../../test/payments.ts'
import { isWhole } from '../../../test/scale.ts'
import {
  asOwner,
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { balancesOf, listEntries } from '../../core/ledger/ledger.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { checkCard } from '../../providers/cards.ts'
import type { Card } from '../../providers/rails.ts'
import { tokenOf } from '../../providers/sandbox/charges.ts'
import { threeDSecure } from '../../providers/sandbox/sandbox.ts'
import { enquireDue, payByCard, payByTransfer } from '../checkout/checkout.ts'
import { receive } from '../deposits/receive.ts'
import { abandonDue, cancel } from './expire.ts'
import { type InitializeInput, initialize } from './initialize.ts'
import { type Payment, settlementOf } from './settle.ts'
import type { Transaction, TransactionKey } from './transactions.rows.ts'
import { settleMany } from './transactions.sql.ts'
import { change, findTransaction, readAccessCode } from './transactions.ts'

// Every way to the end of a payment, in every order; and that the one way to success is whole or
// nothing.

const AMOUNT = kobo(500_000)

const context = useContext()

afterEach(() => assertBooksTie(context))

// What the world may bring, whatever the payment stands at. Before the first step the customer has
// an account to transfer to and has opened two cards' 3-D Secure pages, the second in another tab,
// so that the first attempt is superseded and may be approved all the same.
type Play = { business: GivenBusiness; key: TransactionKey; account: string; cards: string[] }
const steps = {
  'the exact transfer': (play: Play) => arrive(play, AMOUNT),
  'a wrong transfer': (play: Play) => arrive(play, kobo(AMOUNT - 1n)),
  'the first card is approved': (play: Play) => answerBank(play.cards[0]!, 'approve'),
  'the second card is declined': (play: Play) => answerBank(play.cards[1]!, 'decline'),
  'the payment expires': (play: Play) => expire(play),
  'the customer cancels': ({ key }: Play) => cancel(context, key),
} as const
type Step = keyof typeof steps
const ENDS: Step[] = ['the payment expires', 'the customer cancels']
const STEPS = Object.keys(steps) as Step[]
/** One of three that differ in their last step only: the first, then the second, and so on. */
const isSampled = (at: number) => at % 3 === Math.floor(at / 3) % 3

for (const first of STEPS) {
  test(`whatever three things follow, once ${first}: paid once, or closed with the money apart`, async () => {
    const others = STEPS.filter((step) => step !== first)
    const orders = ordersOf(others, 3).filter((_, at) => isWhole || isSampled(at))
    const plays = await Promise.all(orders.map(givenOpenPayment))
    for (const [i, order] of orders.entries()) await playOut(plays[i]!, [first, ...order])
  })
}

/** After each step the payment stands where a plain model says, and no kobo is anywhere else. */
async function playOut(play: Play, order: Step[]): Promise<void> {
  const told: string[] = []
  let expected: Transaction['status'] = 'ongoing'
  let apart = 0n
  for (const step of [...order, 'the payment expires'] as Step[]) {
    await steps[step](play)

    const isOpen = expected === 'ongoing'
    const brings = { 'the exact transfer': AMOUNT, 'the first card is approved': AMOUNT } as const
    if (step === 'a wrong transfer') apart += AMOUNT - 1n
    else if (step in brings && isOpen) expected = 'success'
    else if (step in brings) apart += AMOUNT
    else if (ENDS.includes(step) && isOpen) expected = 'abandoned'
    told.push(step)

    const { status, paidAt } = (await findTransaction(context.sql, play.key))!
    const { available, fees, vat, unmatched } = await balancesOf(context, play.business)
    const income = available.posted - 10_000_000n + fees.posted + vat.posted
    assert.deepEqual(
      { status, isPaid: paidAt !== null, income, apart: unmatched.posted },
      {
        status: expected,
        isPaid: expected === 'success',
        income: expected === 'success' ? AMOUNT : 0n,
        apart,
      },
      told.join(', then '),
    )
  }
  const types = (await eventsOf(context, play.business)).map(({ type }) => type)
  const ends = types.filter((type) => type.startsWith('transaction.'))
  assert.deepEqual(ends, [`transaction.${expected}`], told.join(', then '))
}

async function arrive({ account }: Play, amount: typeof AMOUNT): Promise<void> {
  await receive(context, 'test', creditTo(context, account, amount))
}

async function answerBank(attemptId: string, decision: 'approve' | 'decline'): Promise<void> {
  const { memory, baseUrl, now } = context
  await threeDSecure({ memory, baseUrl, now }).decide(tokenOf(attemptId), decision)
  await context.sql`
    update card_attempt set next_enquiry_at = ${now()}
    where attempt_id = ${attemptId} and next_enquiry_at is not null
  `
  // The bank is asked; what is surplus waits for another turn.
  const card = { ...context.rails.test.card, reverse: async () => ({ kind: 'unknown' }) as const }
  const rails = { test: { ...context.rails.test, card }, live: [] }
  // On a slow machine the attempts of other plays are due before this one.
  await untilDone({ ...context, rails }, enquireDue)
}

function changeAnything(key: TransactionKey): Promise<Transaction> {
  return change(context, key, () => ({ ipAddress: '203.0.113.9' }))
}

async function expire({ key }: Play): Promise<void> {
  await context.sql`update transaction set expires_at = ${context.now()} where id = ${key.id}`
  await abandonDue(context)
}

test('after all of that, what came apart is given back to the kobo', async () => {
  await runJobs(context)

  await assertSettled(context)
  const [left] = await context.sql<[{ sum: bigint }]>`
    select sum(credits_posted - debits_posted)::bigint as sum from ledger_account
    where name = 'unmatched'
  `
  assert.equal(left.sum, 0n)
})

test('a payment that is settled twice at once, by two processes, succeeds once', async () => {
  const other = contextOn(context.database)
  for (let round = 0; round < 30; round++) {
    const { key, business } = await givenOpenPayment()
    const transaction = (await findTransaction(context.sql, key))!

    const settled = await Promise.all(
      [context, other, context, other].map((process) => settleFrom(process, transaction)),
    )

    assert.deepEqual(settled.sort(), [false, false, false, true])
    assert.equal((await entriesOf(key)).length, 3)
    assert.equal((await eventsOf(context, business)).length, 1)
    await markPaidByHand(key)
  }
  await disconnect(other)
})

test('a settlement from an old reading does nothing at all', async () => {
  const { key, business } = await givenOpenPayment()
  const old = (await findTransaction(context.sql, key))!
  await changeAnything(key)

  const settled = await settleFrom(context, old)

  assert.equal(settled, false)
  assert.equal((await entriesOf(key)).length, 0)
  assert.deepEqual(await eventsOf(context, business), [])
  assert.equal((await findTransaction(context.sql, key))!.status, 'ongoing')
})

test('a closed payment is not settled, from however fresh a reading', async () => {
  for (const close of ['the exact transfer', ...ENDS] as const) {
    const play = await givenOpenPayment()
    await steps[close](play)
    const closed = (await findTransaction(context.sql, play.key))!

    assert.equal(await settleFrom(context, closed), false)

    assert.deepEqual(await findTransaction(context.sql, play.key), closed)
  }
})

test('of a batch, those that are still open settle, each with its own entries and event', async () => {
  const plays = await Promise.all([1, 2, 3, 4].map(() => givenOpenPayment()))
  const read = await Promise.all(plays.map(({ key }) => findTransaction(context.sql, key)))
  await changeAnything(plays[1]!.key)
  await settleFrom(context, read[2]!)
  const now = context.now()
  const settlements = read.map((transaction, i) => ({
    transaction: {
      ...transaction!,
      status: 'success' as const,
      channel: 'bank_transfer' as const,
      amount: kobo(1_000 + i),
      fee: kobo(10),
      vat: kobo(1),
      paidAt: now,
    },
    legs: [
      {
        ...plays[i]!.key,
        causeId: transaction!.id,
        reason: 'payment' as const,
        debit: 'bank_clearing' as const,
        credit: 'available' as const,
        amount: kobo(1_000 + i),
        occurredAt: now,
      },
    ].map(({ id: _, ...entry }) => entry),
    event: {
      ...plays[i]!.key,
      id: newId<'event'>(now),
      type: 'transaction.success' as const,
      route: 'standard' as const,
      payload: `{"data":{"id":"${transaction!.id}"}}`,
      at: now,
    },
    reviewEvent: null,
  }))
  // The entries here are not those of a real fee: undone, so that the books are right afterwards.
  const putBack = new Error('put it back')

  await context.sql
    .begin(async (sql) => {
      const moved = await settleMany(sql, now, settlements)
      assert.deepEqual(moved.sort(), [plays[0]!.key.id, plays[3]!.key.id].sort())
      const entries = await sql<{ causeId: string; amount: bigint }[]>`
        select cause_id, amount from ledger_entry
        where amount between 1000 and 1003 and created_at = ${now} order by amount
      `
      assert.deepEqual(
        entries.map(({ causeId, amount }) => [causeId, amount]),
        [
          [plays[0]!.key.id, 1_000n],
          [plays[3]!.key.id, 1_003n],
        ],
      )
      const events = await sql<{ businessId: string }[]>`
        select business_id from event
        where event_id = any(${settlements.map(({ event }) => event.id)})
      `
      assert.deepEqual(
        events.map(({ businessId }) => businessId).sort(),
        [plays[0]!.business.businessId, plays[3]!.business.businessId].sort(),
      )
      throw putBack
    })
    .catch((error: unknown) => assert.equal(error, putBack))
  await markPaidByHand(plays[2]!.key)
})

test('what fails behind the settlement, in its database transaction, leaves nothing of it', async () => {
  const { key, business } = await givenOpenPayment()
  const transaction = (await findTransaction(context.sql, key))!
  const before = await balancesOf(context, business)

  const settlement = await settlementOf(context, transaction, paymentOf())

  const settling = context.sql.begin(async (sql) => {
    assert.deepEqual(await settleMany(sql, context.now(), [settlement]), [key.id])
    throw new Error('the process died')
  })

  await assert.rejects(settling, /the process died/)
  assert.deepEqual(await findTransaction(context.sql, key), transaction)
  assert.equal((await entriesOf(key)).length, 0)
  assert.deepEqual(await eventsOf(context, business), [])
  assert.deepEqual(await balancesOf(context, business), before)
})

test('no change reaches a closed payment', async () => {
  for (const close of ['the exact transfer', ...ENDS] as const) {
    const play = await givenOpenPayment()
    await steps[close](play)
    const closed = await findTransaction(context.sql, play.key)

    await cancel(context, play.key)
    await assert.rejects(payByCard(context, play.key, cardOf('success')))
    await assert.rejects(payByTransfer(context, play.key))
    await assert.rejects(change(context, play.key, () => ({ status: 'failed' })))
    await runJobsOnce(context)

    assert.deepEqual(await findTransaction(context.sql, play.key), closed)
  }
})

/** An account to transfer to, and two cards that wait at their banks: [superseded, redirect]. */
async function givenOpenPayment(): Promise<Play> {
  const business = await givenBusiness(context)
  const { accessCode } = await initialize(context, business, wanted)
  const key = readAccessCode(context.keys, accessCode)!
  const { accountNumber } = await payByTransfer(context, key)
  await payByCard(context, key, cardOf('page'))
  await payByCard(context, key, cardOf('page'))
  const attempts = await context.sql<{ attemptId: string }[]>`
    select attempt_id from card_attempt where transaction_id = ${key.id} order by state desc
  `
  return {
    business,
    key,
    account: accountNumber,
    cards: attempts.map(({ attemptId }) => attemptId),
  }
}

const wanted: InitializeInput = {
  amount: AMOUNT,
  email: 'ada@example.com',
  name: 'Ada Example',
  phone: null,
  reference: null,
  callbackUrl: null,
  metadata: null,
  channels: null,
  feeBearer: 'business',
  splitCode: null,
  ipAddress: null,
  madeWith: 'secret' as const,
  effectId: null,
}

function cardOf(name: string): Card {
  const card = checkCard(cardNamed(name), context.now())
  assert(!Array.isArray(card))
  return card
}

function paymentOf(): Payment {
  return {
    channel: 'card',
    amount: AMOUNT,
    authorizationDetails: '{}',
    gatewayResponse: 'Successful',
    paidAt: context.now(),
    clearing: 'card_clearing',
  }
}

async function settleFrom(process: TestContext, transaction: Transaction): Promise<boolean> {
  const settlement = await settlementOf(process, transaction, paymentOf())
  const moved = await settleMany(process.hot, process.now(), [settlement])
  return moved.length === 1
}

/** Settled past the card attempt that would have: mark it as what paid. */
async function markPaidByHand({ id }: TransactionKey): Promise<void> {
  await asOwner(
    context,
    (sql) => sql`
    update card_attempt set state = 'approved', redirect_url = null, next_enquiry_at = null
    where transaction_id = ${id} and state = 'redirect'
  `,
  )
}

function entriesOf({ businessId, mode, id }: TransactionKey) {
  return listEntries(context.sql, businessId, mode, id)
}

function ordersOf(items: Step[], length: number): Step[][] {
  if (length === 0) return [[]]
  return items.flatMap((item) =>
    ordersOf(
      items.filter((other) => other !== item),
      length - 1,
    ).map((rest) => [item, ...rest]),
  )
}
