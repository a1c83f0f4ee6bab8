import assert from 'node:assert/strict'
import { enquireDue } from '../src/payments/checkout/checkout.ts'
import { receive } from '../src/payments/deposits/receive.ts'
import { returnDue } from '../src/payments/deposits/return.ts'
import { abandonDue } from '../src/payments/transactions/expire.ts'
import { MINUTE } from '../src/platform/clock.ts'
import { newId } from '../src/platform/ids.ts'
import { type Api, givenPayment, useApi } from './api.ts'
import { useSweep } from './crash-points.ts'
import {
  askForAccount,
  cardNamed,
  creditTo,
  decide,
  eventsOf,
  givenAccount,
  pay,
  runJobs,
  transfer,
  verifyPayment,
} from './payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Initialize, transfers, cards, returns and expiry; crash-points.ts says how they are stopped. What
// comes to permanent accounts is in deposit-crash-points.test.ts.

const TRIES_MAX = 6

const context = useContext()
const api = useApi(context)
const { process, broken, sweep } = useSweep(context)

for (const [by, passes] of [
  ['an Idempotency-Key', ['insert into idempotency_key', 'update idempotency_key']],
  ['a reference', ['insert into transaction']],
] as const) {
  sweep({
    name: `initialize with ${by}`,
    passes: ['insert into transaction', ...passes],
    given: async () => ({
      business: await givenBusiness(context),
      answers: [] as string[],
      ...(by === 'a reference' && { reference: newId(context.now()) as string }),
    }),
    run: (given) => start(broken, given),
    again: (given) => untilAnswered(() => start(api, given)),
    check: async ({ business, answers }) => {
      const rows = await context.sql<{ reference: string }[]>`
        select reference from transaction
        where business_id = ${business.businessId} and mode = 'test'
      `
      assert.equal(rows.length, 1)
      // What was promised first is promised again.
      assert.deepEqual(new Set(answers), new Set([rows[0]!.reference]))
    },
  })
}

sweep({
  name: 'asking for an account',
  passes: [
    'insert into virtual_account',
    'bank rail: issueOneOffAccount',
    'select its_mode as mode, offered, kept',
  ],
  given: async () => givenOpen(),
  run: ({ access_code }) =>
    broken.app.inject({ method: 'POST', url: `/checkout/${access_code}/bank-transfer` }),
  again: async () => {},
  check: async ({ business, access_code, reference }) => {
    const account_number = await askForAccount(api, access_code)
    assert.equal(await askForAccount(api, access_code), account_number)
    const numbers = await context.sql`
      select from account_number where business_id = ${business.businessId}
    `
    assert.equal(numbers.length, 1)
    await transfer(api, business, { account_number, amount: 500_000 })
    assert.equal((await verifyPayment(api, business, reference)).status, 'success')
  },
})

for (const [what, amount, status, passes] of [
  ['a transfer of the right amount', 500_000, 'success', ['select paid, known from deposit_match']],
  [
    'a transfer of a wrong amount',
    499_999,
    'ongoing',
    ['insert into deposit_session', 'insert into deposit ', 'commit'],
  ],
] as const) {
  sweep({
    name: what,
    passes: [...passes],
    given: async () => {
      const payment = await givenAccount(context, api)
      return { ...payment, credit: creditTo(context, payment.account_number, amount) }
    },
    run: ({ credit }) => receive(process.context, 'test', credit),
    // The bank tells again, until it is told that we know.
    again: async ({ credit }) => void (await receive(context, 'test', credit)),
    check: async ({ business, reference, credit }) => {
      await receive(context, 'test', credit)
      const payment = await verifyPayment(api, business, reference)
      assert.equal(payment.status, status)
      const types = (await eventsOf(context, business)).map(({ type }) => type)
      const rejected = ['bank_transfer.rejected', 'deposit.returning', 'deposit.returned']
      assert.deepEqual(types, status === 'success' ? ['transaction.success'] : rejected)
      const deposits = await context.sql<{ state: string }[]>`
        select state from deposit where business_id = ${business.businessId}
      `
      const state = status === 'success' ? 'matched' : 'returned'
      assert.deepEqual([...deposits], [{ state }])
    },
  })
}

const approves = 'select approved, known from card_approve'
const writes = ['update card_attempt', 'commit']
for (const [card, steps, passes] of [
  ['success', [], [approves]],
  ['late_success', [], writes],
  ['declined', [], writes],
  ['down', [], writes],
  ['pin_otp', ['pin', 'otp'], [...writes, approves]],
] as const) {
  sweep({
    name: `card ${card}`,
    passes: ['select card_begin', 'card rail: charge', ...passes],
    given: givenOpen,
    run: ({ access_code }) => payThrough(broken, access_code, card, steps),
    again: async () => {},
    check: async (given) => {
      // The customer looks again, and pays if it is not paid.
      const { status } = await verifyPayment(api, given.business, given.reference)
      if (status !== 'success') await payThrough(api, given.access_code, 'success', [])
      await assertPaidOnce(given)
    },
  })
}

sweep({
  name: 'a card for which another is given up',
  passes: ['card rail: charge', 'update card_attempt', 'insert into card_attempt'],
  given: async () => {
    const payment = await givenOpen()
    const { body } = await pay(api, payment.access_code, 'page')
    return { ...payment, url: body.data.next.url as string }
  },
  run: ({ access_code }) => payThrough(broken, access_code, 'success', []),
  again: async ({ url }) => void (await decide(api, url, 'approve')),
  check: async (given) => {
    const { status } = await verifyPayment(api, given.business, given.reference)
    assert.equal(status, 'success')
    await assertPaidOnce(given)
  },
})

sweep({
  name: 'coming back from the bank',
  passes: ['card rail: enquire', approves],
  given: async () => {
    const payment = await givenOpen()
    const { body } = await pay(api, payment.access_code, 'page')
    await decide(api, body.data.next.url, 'approve')
    return payment
  },
  run: ({ access_code }) =>
    broken.app.inject({ method: 'GET', url: `/checkout/${access_code}/card/return` }),
  again: async () => {},
  check: assertPaidOnce,
})

sweep({
  name: 'the return of an unmatched deposit',
  passes: ['with due as', 'bank rail: returnCredit', 'select ledger_write', 'update deposit'],
  given: async () => {
    const payment = await givenAccount(context, api)
    const { business, account_number } = payment
    await transfer(api, business, { account_number, amount: 1_234 })
    return payment
  },
  run: () => returnDue(process.context),
  again: async () => {},
  check: async ({ business }) => {
    const deposits = await context.sql<{ state: string }[]>`
      select state from deposit where business_id = ${business.businessId}
    `
    assert.deepEqual([...deposits], [{ state: 'returned' }])
    assert.deepEqual(await entriesOf(business), ['hold', 'post', 'post_hold'])
  },
})

sweep({
  name: 'the return of a card surplus',
  passes: ['with due as', 'card rail: reverse', 'select ledger_write', 'update card_attempt'],
  given: async () => {
    const payment = await givenAccount(context, api)
    const { business, access_code, account_number } = payment
    const { body } = await pay(api, access_code, 'page')
    await transfer(api, business, { account_number, amount: 500_000 })
    const { comeBack } = await decide(api, body.data.next.url, 'approve')
    await comeBack()
    return payment
  },
  run: () => enquireDue(process.context),
  again: async () => {},
  check: async ({ business, reference }) => {
    const attempts = await context.sql<{ state: string }[]>`
      select state from card_attempt where business_id = ${business.businessId}
    `
    assert.deepEqual([...attempts], [{ state: 'returned' }])
    assert.equal((await verifyPayment(api, business, reference)).status, 'success')
  },
})

sweep({
  name: 'the sweep of expired payments',
  passes: ['with expired as', 'commit'],
  given: async () => {
    const payment = await givenOpen()
    await context.sql`
      update transaction set expires_at = ${context.now()}
      where business_id = ${payment.business.businessId}
    `
    return payment
  },
  run: () => abandonDue(process.context),
  again: async () => {},
  check: async ({ business, reference }) => {
    assert.equal((await verifyPayment(api, business, reference)).status, 'abandoned')
    const types = (await eventsOf(context, business)).map(({ type }) => type)
    assert.deepEqual(types, ['transaction.abandoned'])
  },
})

type Open = { business: GivenBusiness; access_code: string; reference: string }

async function givenOpen(): Promise<Open> {
  const business = await givenBusiness(context)
  return { business, ...(await givenPayment(api, business)) }
}

async function start(
  through: Api,
  given: { business: GivenBusiness; answers: string[]; reference?: string },
): Promise<number> {
  const { business, answers, reference } = given
  const { statusCode, payload } = await through.app.inject({
    method: 'POST',
    url: '/api/v1/transactions/initialize',
    headers: {
      authorization: `Bearer ${business.keys.secretKey}`,
      ...(reference === undefined && { 'idempotency-key': 'order 7' }),
    },
    payload: { amount: 500_000, email: 'a@example.com', name: 'Ada Example', reference },
  })
  if (statusCode === 200) answers.push(JSON.parse(payload).data.reference)
  return statusCode
}

/** As a client that knows its trade: the same request again, while the answer may be another. */
async function untilAnswered(ask: () => Promise<number>): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const status = await ask()
    if (status === 200) return
    assert(status === 409 || status >= 500, `${status} is an answer`)
    context.advance(1 * MINUTE)
  }
  assert.fail('there is an answer in the end')
}

/** Card, PIN and OTP; a customer does not go on where it went wrong. */
async function payThrough(
  through: Api,
  access_code: string,
  card: string,
  steps: readonly ('pin' | 'otp')[],
): Promise<void> {
  const secrets = { pin: '1234', otp: '123456' }
  const post = async (path: string, payload: object) => {
    const { statusCode } = await through.app.inject({
      method: 'POST',
      url: `/checkout/${access_code}${path}`,
      payload,
    })
    return statusCode === 200
  }
  if (!(await post('/card', cardNamed(card)))) return
  for (const step of steps) {
    if (!(await post(`/card/${step}`, { [step]: secrets[step] }))) return
  }
}

/** By the record, the events, and what the rail says it took and did not give back. */
async function assertPaidOnce({ business, reference }: Open): Promise<void> {
  await runJobs(context)
  const { status } = await verifyPayment(api, business, reference)
  assert.equal(status, 'success')
  const types = (await eventsOf(context, business)).map(({ type }) => type)
  assert.deepEqual(types, ['transaction.success'])
  const attempts = await context.sql<{ attemptId: string; state: string }[]>`
    select attempt_id, state from card_attempt where business_id = ${business.businessId}
  `
  const { card } = context.rails.test
  let kept = 0
  for (const { attemptId, state } of attempts) {
    const { kind } = await card.enquire({ key: attemptId })
    if (kind === 'approved' && state !== 'returned') kept += 1
  }
  assert.equal(kept, 1, attempts.map(({ state }) => state).join(', '))
}

async function entriesOf({ businessId }: GivenBusiness): Promise<string[]> {
  const rows = await context.sql<{ kind: string }[]>`
    select kind from ledger_entry
    where business_id = ${businessId} and cause_id <> ${businessId} order by kind
  `
  return rows.map(({ kind }) => kind)
}
