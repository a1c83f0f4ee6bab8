import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { concludePayouts } from '../../src/money-out/payouts/conclude.ts'
import { receive } from '../../src/payments/deposits/receive.ts'
import { SECOND } from '../../src/platform/clock.ts'
import { recordIn, useApi } from '../api.ts'
import { assertBooksTie } from '../books.ts'
import { creditTo, endEventsOf, runJobs } from '../payments.ts'
import { askToPay, FAILING_ACCOUNT, LATE_ACCOUNT, PAYOUT } from '../payouts.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../support.ts'
import { givenWallet } from '../verifications.ts'

// What is decided of payouts: the record and its states, what is debited when, the sandbox's
// accounts, the events.

const context = useContext()
const api = useApi(context)

const PLAY_MONEY = 10_000_000
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

type Told = { type: string; delivery: { status: string } | null }

let business: GivenBusiness
before(() => context.opened)
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

const get = (path: string, by = business) => api.get(`/api/v1${path}`, { key: by.keys.secretKey })
const availableOf = async () => (await get('/balance')).body.data.available

test('"POST /payouts {amount, bank_code, account_number, reference?, reason?}": 201 and the record', async () => {
  const { status, body } = await askToPay(api, business, { reference: 'PAY-1', reason: 'Shoes' })

  assert.equal(status, 201)
  const { id, account_name, session_id, created_at, completed_at } = body.data
  assert.deepEqual(body, {
    status: 'success',
    message: 'The payout was sent',
    data: {
      id,
      domain: 'test',
      reference: 'PAY-1',
      status: 'success',
      amount: PAYOUT.amount,
      stamp_duty: 0,
      currency: 'NGN',
      bank: { name: 'Guaranty Trust Bank', code: '058' },
      account_number: PAYOUT.account_number,
      account_name,
      reason: 'Shoes',
      metadata: null,
      subaccount_id: null,
      failure_code: null,
      failure_message: null,
      session_id,
      created_at,
      updated_at: completed_at,
      completed_at,
      reversed_at: null,
      created: true,
    },
  })
  assert.match(id, /^po_[0-9a-f]{32}$/)
  assert.match(account_name, /^[A-Z]+( [A-Z]+){1,2}$/)
  assert.match(session_id, /^\d{30}$/)
  assert.match(created_at, ISO)
  assert.match(completed_at, ISO)
  const record = recordIn({ body })
  assert.deepEqual((await get(`/payouts/${id}`)).body.data, record)
  assert.deepEqual((await get('/payouts')).body.data, [record])
})

test('the same reference with the same amount and account is one payout: 200, created false', async () => {
  const first = await askToPay(api, business, { reference: 'PAY-1' })
  const again = await askToPay(api, business, { reference: 'PAY-1' })

  assert.deepEqual([first.status, again.status], [201, 200])
  assert.deepEqual(again.body.data, { ...first.body.data, created: false })
})

test('reference and reason may be left out', async () => {
  const { body } = await askToPay(api, business)

  assert.match(body.data.reference, /^[A-Za-z0-9_-]{22}$/)
  assert.equal(body.data.reason, null)
})

test('the name is what resolve answers', async () => {
  const { body } = await askToPay(api, business)
  const { amount: _, ...account } = PAYOUT
  const resolved = await api.post('/api/v1/accounts/resolve', {
    key: business.keys.secretKey,
    body: account,
  })
  assert.equal(body.data.account_name, resolved.body.data.account_name)
})

test('"debit first, then the rail": what is asked for is out of the wallet while nobody knows', async () => {
  const { body } = await askToPay(api, business, { account_number: LATE_ACCOUNT })

  assert.equal(body.message, 'The bank has not confirmed yet')
  assert.deepEqual(
    [body.data.status, body.data.session_id, body.data.completed_at],
    ['pending', null, null],
  )
  assert.equal(await availableOf(), PLAY_MONEY - PAYOUT.amount)
})

test('"insufficient_balance: wallet cannot cover the fee or payout; nothing was sent, nothing debited"', async () => {
  await givenWallet(context, business, PAYOUT.amount - 1)

  const { status, body } = await askToPay(api, business)

  assert.deepEqual([status, body.code], [402, 'insufficient_balance'])
  assert.deepEqual((await get('/payouts')).body.data, [])
  assert.equal(await availableOf(), PAYOUT.amount - 1)
})

test('"account 9999999999 fails": and the money is given back', async () => {
  const { status, body } = await askToPay(api, business, { account_number: FAILING_ACCOUNT })

  assert.equal(status, 201)
  const { status: state, failure_code, failure_message, session_id, completed_at } = body.data
  assert.deepEqual([state, failure_code, session_id], ['failed', 'account_closed', null])
  assert.equal(failure_message, 'The account is closed.')
  assert.match(completed_at, ISO)
  assert.equal(await availableOf(), PLAY_MONEY)
})

test('"8888888888 stays pending then succeeds"; "unknown outcome stays pending and is asked about"', async () => {
  const { body } = await askToPay(api, business, { account_number: LATE_ACCOUNT })
  const stateOf = async () => (await get(`/payouts/${body.data.id}`)).body.data.status
  assert.equal(await stateOf(), 'pending')

  context.advance(2 * SECOND)
  await concludePayouts(context)
  assert.equal(await stateOf(), 'pending', 'the bank does not know yet')
  context.advance(5 * SECOND)
  await concludePayouts(context)
  assert.equal(await stateOf(), 'success')
  assert.equal(await availableOf(), PLAY_MONEY - PAYOUT.amount)
})

test('"payout.success" and "payout.failed" carry the record, to who subscribed to them', async () => {
  const key = business.keys.secretKey
  const url = 'https://shop.example/hooks'
  await api.put('/api/v1/webhooks', { key, body: { url, events: ['payout.failed'] } })

  const sent = await askToPay(api, business)
  const failed = await askToPay(api, business, { account_number: FAILING_ACCOUNT })

  assert.deepEqual(await endEventsOf(context, business), [
    { type: 'payout.success', data: recordIn(sent) },
    { type: 'payout.failed', data: recordIn(failed) },
  ])
  const { body } = await get('/events')
  assert.deepEqual(
    body.data.map((event: Told) => [event.type, event.delivery?.status ?? null]).sort(),
    [
      ['payout.failed', 'pending'],
      ['payout.pending', null],
      ['payout.pending', null],
      ['payout.success', null],
    ],
  )
})

test('the bytes of an event are the event, the record as it is shown, and the moment', async () => {
  const { body } = await askToPay(api, business, { reason: 'Größe "42" & <b>' })

  const [event] = await context.sql<{ payload: string; createdAt: Date }[]>`
    select payload, created_at from event
    where business_id = ${business.businessId} and type = 'payout.success'
  `
  const created = event!.createdAt.toISOString()
  const data = JSON.stringify(recordIn({ body }))
  assert.equal(
    event!.payload,
    `{"event":"payout.success","data":${data},"created_at":"${created}"}`,
  )
})

test('an unknown bank, and an amount below ₦1.00', async () => {
  const unknown = await askToPay(api, business, { bank_code: '999' })
  assert.deepEqual([unknown.status, unknown.body.code], [422, 'unknown_bank'])
  const small = await askToPay(api, business, { amount: 99 })
  assert.deepEqual([small.status, small.body.errors[0].code], [400, 'too_small'])
  assert.equal((await askToPay(api, business, { amount: 100 })).status, 201)
})

test('the same Idempotency-Key is the same payout, byte for byte, and other bodies are refused', async () => {
  const headers = { 'idempotency-key': 'salary of March' }
  const first = await askToPay(api, business, { account_number: LATE_ACCOUNT }, headers)
  await runJobs(context)

  const again = await askToPay(api, business, { account_number: LATE_ACCOUNT }, headers)
  const other = await askToPay(api, business, {}, headers)

  assert.equal(again.text, first.text, 'as it stood then')
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
  assert.equal((await get('/payouts')).body.meta.total, 1)
})

test('a list is newest first, in pages, and narrowed by status, reference and time', async () => {
  const references = ['PAY-1', 'PAY-2', 'PAY-3']
  const accounts = [PAYOUT.account_number, FAILING_ACCOUNT, LATE_ACCOUNT]
  const made = []
  for (const [i, reference] of references.entries()) {
    const { body } = await askToPay(api, business, { reference, account_number: accounts[i] })
    made.push(body.data)
    context.advance(1 * SECOND)
  }
  const listed = async (query: string) => {
    const { body } = await get(`/payouts?${query}`)
    assert.equal(body.status, 'success', JSON.stringify(body))
    return body.data.map(({ reference }: { reference: string }) => reference)
  }

  assert.deepEqual(await listed(''), references.toReversed())
  assert.deepEqual(await listed('status=success'), ['PAY-1'])
  assert.deepEqual(await listed('status=failed'), ['PAY-2'])
  assert.deepEqual(await listed('status=pending'), ['PAY-3'])
  assert.deepEqual(await listed('reference=PAY-2'), ['PAY-2'])
  assert.deepEqual(await listed(`from=${made[1].created_at}`), ['PAY-3', 'PAY-2'])
  assert.deepEqual(await listed(`to=${made[1].created_at}`), ['PAY-1'])
  const { body } = await get('/payouts?perPage=2')
  assert.deepEqual([body.data.length, body.meta.total, body.meta.pageCount], [2, 3, 2])
  assert.deepEqual(await listed(`perPage=2&cursor=${body.meta.next}`), ['PAY-1'])
})

test('payouts are of one business and mode; live mode pays with its own wallet', async () => {
  const { body } = await askToPay(api, business, { reference: 'PAY-1' })
  const other = await givenBusiness(context, 'Other Store')
  const { live: rails } = context.rails
  const { test } = context.rails
  context.rails.live = [{ ...test, bank: { ...test.bank, name: 'partner' } }]
  try {
    const keys = await givenLive(context, business.businessId)
    const scope = { businessId: business.businessId, mode: 'live' } as const
    const live = { ...business, keys, ...scope }
    for (const stranger of [other, live]) {
      const found = await get(`/payouts/${body.data.id}`, stranger)
      assert.deepEqual([found.status, found.body.code], [404, 'payout_not_found'])
      assert.deepEqual((await get('/payouts', stranger)).body.data, [])
    }
    const poor = await askToPay(api, live, { reference: 'PAY-1' })
    assert.deepEqual([poor.status, poor.body.code], [402, 'insufficient_balance'])
    const { body: wallet } = await get('/balance', live)
    const { account_number: number } = wallet.data.account
    await receive(context, 'live', creditTo(context, number, PAYOUT.amount))
    const paid = await askToPay(api, live, { reference: 'PAY-1' })
    assert.deepEqual(
      [paid.status, paid.body.data.domain, paid.body.data.status],
      [201, 'live', 'success'],
    )
  } finally {
    context.rails.live = rails
  }
  assert.equal((await get('/payouts/po_x')).status, 404)
  assert.equal((await get('/payouts/PAY-1')).body.data.id, body.data.id, 'by its reference too')
})
