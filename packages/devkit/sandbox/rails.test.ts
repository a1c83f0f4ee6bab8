import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { concludePayouts } from '../../../src/money-out/payouts/conclude.ts'
import { returnDue } from '../../../src/payments/deposits/return.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { RAILS, type RailName } from '../../../src/providers/health.ts'
import {
  type ArmedOutcome,
  OPERATIONS,
  sandboxRails,
} from '../../../src/providers/sandbox/sandbox.ts'
import { givenPayment, useApi } from '../../../test/api.ts'
import { freshNumber } from '../../../test/contract/identity-calls.ts'
import { givenDedicated, pay } from '../../../test/payments.ts'
import { PAYOUT } from '../../../test/payouts.ts'
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
import { upsertArmed } from './rails.sql.ts'
import { armedCalls, KNOWN_MS } from './rails.ts'

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const key = () => business.keys.secretKey

async function arm(rail: string, outcome: string, times: number) {
  return api.put(`/api/v1/sandbox/rails/${rail}`, { key: key(), body: { outcome, times } })
}

async function armed(): Promise<Record<string, [outcome: string | null, times: number]>> {
  const { body } = await api.get('/api/v1/sandbox/rails', { key: key() })
  const rows = body.data as { rail: string; outcome: string | null; times: number }[]
  return Object.fromEntries(rows.map(({ rail, outcome, times }) => [rail, [outcome, times]]))
}

const asksFor = (where: TestContext, who: GivenBusiness) =>
  where.rails.test.message.sendMail({
    key: crypto.randomUUID(),
    onBehalfOf: who.businessId,
    fromName: 'Demo Store',
    to: 'ada@example.com',
    subject: 'A receipt',
    text: 'A receipt',
    html: '<p>A receipt</p>',
  })

test('so many calls as were armed go wrong, and the next goes its way', async () => {
  assert.equal((await arm('message', 'down', 2)).status, 200)

  const kinds: string[] = []
  for (let call = 0; call < 4; call++) kinds.push((await asksFor(context, business)).kind)

  assert.deepEqual(kinds, ['unavailable', 'unavailable', 'sent', 'sent'])
  assert.deepEqual((await armed())['message'], [null, 0])
})

test('of calls that run at once in three processes, exactly as many as were armed go wrong', async () => {
  const others = [contextOn(context.database), contextOn(context.database)]
  try {
    for (const times of [1, 7, 100]) {
      await arm('message', 'timeout', times)
      const processes = [context, ...others]
      const outcomes = await Promise.all(
        Array.from({ length: 240 }, (_, call) => asksFor(processes[call % 3]!, business)),
      )
      assert.equal(outcomes.filter(({ kind }) => kind === 'unknown').length, times)
      assert.equal(outcomes.filter(({ kind }) => kind === 'sent').length, 240 - times)
    }
  } finally {
    for (const other of others) await disconnect(other)
  }
})

test('whatever is armed and called, no call more and no call less goes wrong', async () => {
  const outcome = fc.constantFrom<ArmedOutcome>('down', 'timeout', 'refused')
  const step = fc.record({ outcome, times: fc.nat(5), calls: fc.nat(8), refusable: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      const own = await givenBusiness(context)
      for (const { outcome, times, calls, refusable } of steps) {
        const armed = { rail: 'bank', outcome, timesLeft: times, delayMs: null } as const
        await upsertArmed(context.sql, own, armed, new Date())
        const { take } = armedCalls(context.sql)
        const taken = await Promise.all(
          Array.from({ length: calls }, () => take(own.businessId, 'bank', refusable)),
        )
        const applies = refusable || outcome !== 'refused'
        const wrong = taken.filter((one) => one?.outcome === outcome).length
        assert.equal(wrong, applies ? Math.min(times, calls) : 0)
        assert.equal(taken.filter((one) => one === null).length, calls - wrong)
      }
    }),
    { numRuns: 25 },
  )
})

test('nobody else’s calls go wrong, nor those of another rail', async () => {
  const other = await givenBusiness(context, 'Other Store')
  await arm('bank', 'down', 5)
  await arm('message', 'refused', 5)

  assert.equal((await asksFor(context, other)).kind, 'sent')
  const { reference } = await givenPayment(api, business)
  const path = `/api/v1/sandbox/transactions/${reference}/pay`
  const byCard = await api.post(path, { key: key(), body: { channel: 'card' } })
  assert.equal(byCard.body.data.status, 'success')
  const { bank, message, card } = await armed()
  assert.deepEqual(
    [bank, message, card],
    [
      ['down', 5],
      ['refused', 5],
      [null, 0],
    ],
  )
})

test('in live mode nothing can be armed, whoever writes', async () => {
  const row = { businessId: business.businessId, mode: 'live', rail: 'bank', outcome: 'down' }
  const live = { ...row, timesLeft: 1, armedAt: context.now() }
  await assert.rejects(
    asOwner(context, (sql) => sql`insert into sandbox_armed_rail ${sql(live)}`),
    /violates check constraint/,
  )
})

// What a business sees when a rail is down: each rail in each flow of money, through the API.

test('a bank that is down issues no account, and the payment can still be paid', async () => {
  const { reference, access_code: code } = await givenPayment(api, business)
  await arm('bank', 'down', 1)
  const down = await api.post(`/checkout/${code}/bank-transfer`)
  assert.deepEqual([down.status, down.body.code], [503, 'rail_unavailable'])

  const path = `/api/v1/sandbox/transactions/${reference}/pay`
  const paid = await api.post(path, { key: key(), body: { channel: 'bank_transfer' } })
  assert.equal(paid.body.data.status, 'success')
})

test('a card network that is silent leaves the payment open, and the charge is asked about', async () => {
  const { reference } = await givenPayment(api, business)
  await arm('card', 'timeout', 1)
  const path = `/api/v1/sandbox/transactions/${reference}/pay`
  const lost = await api.post(path, { key: key(), body: { channel: 'card' } })
  assert.deepEqual([lost.status, lost.body.code], [504, 'rail_timeout'])
  const again = await api.post(path, { key: key(), body: { channel: 'card' } })
  assert.deepEqual([again.status, again.body.code], [409, 'already_in_progress'])
})

test('a card that is refused is declined as any other', async () => {
  const { reference } = await givenPayment(api, business)
  await arm('card', 'refused', 1)
  const path = `/api/v1/sandbox/transactions/${reference}/pay`
  const refused = await api.post(path, { key: key(), body: { channel: 'card' } })
  assert.deepEqual([refused.status, refused.body.data.status], [200, 'ongoing'])
  assert.match(JSON.stringify(refused.body.data.log), /Card declined: declined/)
  const paid = await api.post(path, { key: key(), body: { channel: 'card' } })
  assert.equal(paid.body.data.status, 'success')
})

test('a payout that the bank refuses fails, and its money comes back', async () => {
  await api.post('/api/v1/sandbox/wallet', { key: key(), body: { amount: 1_000_000 } })
  await arm('bank', 'refused', 1)

  // The bank resolves the account first: that cannot be armed, and uses up nothing.
  const { status, body } = await api.post('/api/v1/payouts', { key: key(), body: PAYOUT })

  assert.deepEqual([status, body.data.status], [201, 'failed'])
  const balance = await api.get('/api/v1/balance', { key: key() })
  assert.equal(balance.body.data.available, 1_000_000)
})

test('a payout times out after its name enquiry was answered, and is sent again, once', async () => {
  await api.post('/api/v1/sandbox/wallet', { key: key(), body: { amount: 1_000_000 } })
  await arm('payouts.send', 'timeout', 1)

  const { status, body } = await api.post('/api/v1/payouts', { key: key(), body: PAYOUT })
  assert.deepEqual([status, body.data.status, body.data.session_id], [201, 'pending', null])
  assert.deepEqual((await armed())['payouts.send'], [null, 0])
  for (let round = 0; round < 2; round++) {
    context.advance(3 * MINUTE)
    await concludePayouts(context)
  }

  const after = await api.get(`/api/v1/payouts/${body.data.id}`, { key: key() })
  assert.equal(after.body.data.status, 'success')
  const balance = await api.get('/api/v1/balance', { key: key() })
  assert.equal(balance.body.data.available, 1_000_000 - PAYOUT.amount)
})

for (const [outcome, status, code] of [
  ['down', 503, 'rail_unavailable'],
  ['timeout', 504, 'rail_timeout'],
  ['refused', 422, 'account_not_resolved'],
] as const) {
  test(`a name enquiry ends with ${code} where ${outcome} is armed, for nobody else and once`, async () => {
    const other = await givenBusiness(context)
    const body = { bank_code: '058', account_number: '0000000018' }
    const resolve = (by: GivenBusiness) =>
      api.post('/api/v1/accounts/resolve', { key: by.keys.secretKey, body })
    await resolve(business)
    await arm('banks.resolve', outcome, 1)

    const said = [await resolve(other), await resolve(business), await resolve(business)]

    const codes = said.map(({ status, body }) => [status, body.code])
    const good = [200, undefined]
    assert.deepEqual(codes, [good, [status, code], good])
  })
}

test('a payout whose account nobody knows is not made', async () => {
  await arm('banks.resolve', 'refused', 1)
  const refused = await api.post('/api/v1/payouts', { key: key(), body: PAYOUT })
  assert.deepEqual([refused.status, refused.body.code], [422, 'account_not_resolved'])
  assert.equal((await api.post('/api/v1/payouts', { key: key(), body: PAYOUT })).status, 201)
})

test('each call to the outside has an operation, and an operation is used up before its rail', async () => {
  const asked: string[] = []
  const down = { outcome: 'down', delayMs: null } as const
  const rails = sandboxRails({
    ...{ memory: context.memory, baseUrl: context.baseUrl, now: context.now },
    notificationSecrets: [],
    armed: { take: async (_business, target) => (asked.push(target) > 0 ? down : null) },
  })
  // Called by the bank, or on behalf of an operator.
  const others = ['readNotification', 'isPublished', 'resolveAccount', 'armedFor', 'closeAccount']
  for (const rail of [rails.bank, rails.card, rails.identity, rails.message]) {
    for (const [name, call] of Object.entries(rail)) {
      if (typeof call !== 'function' || others.includes(name)) continue
      const card = { number: Buffer.from('4084084084084081') }
      const request = { onBehalfOf: business.businessId, card, bvn: '1' }
      const outcome = await (call as (request: object) => Promise<{ kind: string }>)(request)
      assert.deepEqual(outcome, { kind: 'unavailable' }, name)
    }
  }
  await rails.bank.armedFor?.(business.businessId)
  assert.deepEqual([...new Set(asked)].sort(), Object.keys(OPERATIONS).sort())
})

test('what cannot be refused is not armed so, and the operation says why', async () => {
  for (const [operation, { isRefusable }] of Object.entries(OPERATIONS)) {
    const { status, body } = await arm(operation, 'refused', 0)
    assert.equal(status, isRefusable ? 200 : 400, operation)
    if (!isRefusable) assert.equal(body.errors[0].field, 'outcome')
  }
})

test('a transfer that got lost on its way is enquired about and sent again, once', async () => {
  const asked = {
    ...{ key: crypto.randomUUID(), accountNumber: '0000000018', accountName: 'Ada Example' },
    ...{ bank: { code: '058', nipCode: null }, amount: 100n as never, narration: '' },
    onBehalfOf: business.businessId,
  }
  const { bank } = context.rails.test
  const found = await bank.enquireBeneficiary(asked)
  assert(found.kind === 'found')
  await arm('bank', 'timeout', 2)
  const order = { ...asked, enquiry: found.enquiry }
  const kinds = [
    (await bank.transfer(order)).kind,
    (await bank.enquireTransfer(order)).kind,
    (await bank.enquireTransfer(order)).kind,
    (await bank.transfer(order)).kind,
    (await bank.enquireTransfer(order)).kind,
  ]
  assert.deepEqual(kinds, ['unknown', 'unknown', 'not_found', 'sent', 'sent'])
})

test('an enquiry is never refused: it tells what is so', async () => {
  await arm('bank', 'refused', 1)
  const { bank } = context.rails.test
  const none = await bank.enquireTransfer({ key: 'none', onBehalfOf: business.businessId })
  assert.equal(none.kind, 'not_found')
  assert.deepEqual((await armed())['bank'], ['refused', 1])
})

test('every call that a business causes is its own', async () => {
  const flows: [rail: RailName, what: string, run: () => Promise<unknown>][] = [
    ['bank', 'a wallet’s account', () => api.get('/api/v1/balance', { key: key() })],
    ['bank', 'a dedicated account', () => givenDedicated(api, business).catch(() => {})],
    ['bank', 'a payout', () => api.post('/api/v1/payouts', { key: key(), body: PAYOUT })],
    [
      'bank',
      'a return',
      async () => {
        const { access_code: code } = await givenPayment(api, business)
        const { body } = await api.post(`/checkout/${code}/bank-transfer`)
        const { account_number } = body.data ?? {}
        if (account_number === undefined) return
        const transfer = { account_number, amount: 1 }
        await api.post('/api/v1/sandbox/transfers', { key: key(), body: transfer })
        await returnDue(context)
      },
    ],
    [
      'identity',
      'a verification',
      () =>
        api.post('/api/v1/bvn/verify', {
          key: key(),
          body: { type: 'BVN', number: freshNumber() },
        }),
    ],
  ]
  for (const [rail, what, run] of flows) {
    await arm(rail, 'down', 1)
    await run()
    assert.deepEqual((await armed())[rail], [null, 0], what)
  }
  const { access_code: paidCode, reference } = await givenPayment(api, business)
  await pay(api, paidCode, 'success')
  await arm('card', 'down', 1)
  await api.post('/api/v1/refunds', { key: key(), body: { transaction: reference } })
  assert.deepEqual((await armed())['card'], [null, 0], 'a refund')
})

test('what one process was told the others know when it is answered', async () => {
  const other = contextOn(context.database)
  try {
    for (let round = 0; round < 3; round++) {
      assert.equal((await asksFor(other, business)).kind, 'sent')
      await arm('message', 'down', 1)
      assert.equal((await asksFor(other, business)).kind, 'unavailable')
    }
  } finally {
    await disconnect(other)
  }
})

test('where nothing is armed the database is asked once in half a second', async (t) => {
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  let asked = 0
  const counted = new Proxy(context.sql, {
    apply(sql, self, parts) {
      asked += 1
      return Reflect.apply(sql as never, self, parts)
    },
  })
  const { take } = armedCalls(counted)
  const call = () => take(business.businessId, 'bank', true)
  await Promise.all(Array.from({ length: 100 }, call))
  nowMs += KNOWN_MS - 1
  for (let one = 0; one < 300; one++) assert.equal(await call(), null)
  assert.equal(asked, 1)
  nowMs += 1
  await Promise.all(Array.from({ length: 100 }, call))
  assert.equal(asked, 2)
})

test('a rail that is not there, an outcome that is none and odd numbers are refused', async () => {
  const rows: [rail: string, body: unknown, field: string][] = [
    ['boat', { outcome: 'down', times: 1 }, 'rail'],
    ['BANK', { outcome: 'down', times: 1 }, 'rail'],
    ['bank', { outcome: 'up', times: 1 }, 'outcome'],
    ['bank', { times: 1 }, 'outcome'],
    ['bank', { outcome: 'down' }, 'times'],
    ['bank', { outcome: 'down', times: -1 }, 'times'],
    ['bank', { outcome: 'down', times: 101 }, 'times'],
    ['bank', { outcome: 'down', times: 1.5 }, 'times'],
    ['bank', { outcome: 'down', times: '1' }, 'times'],
  ]
  for (const [rail, body, field] of rows) {
    const answer = await api.put(`/api/v1/sandbox/rails/${rail}`, { key: key(), body })
    const said = [answer.status, answer.body.code, answer.body.errors?.[0]?.field]
    assert.deepEqual(said, [400, 'invalid_request', field], JSON.stringify([rail, body]))
  }
  for (const rail of RAILS) assert.deepEqual((await armed())[rail], [null, 0])
})

test('armed again, what was armed before is forgotten; with 0 times nothing is left', async () => {
  await arm('message', 'down', 50)
  await arm('message', 'refused', 1)
  assert.deepEqual((await armed())['message'], ['refused', 1])
  assert.equal((await asksFor(context, business)).kind, 'refused')
  await arm('message', 'down', 50)
  const { body } = await arm('message', 'down', 0)
  assert.deepEqual(body.data, { rail: 'message', outcome: null, times: 0, delay_ms: null })
  assert.equal((await asksFor(context, business)).kind, 'sent')
  await until('nothing is armed', async () => (await armed())['message']?.[1] === 0)
})
