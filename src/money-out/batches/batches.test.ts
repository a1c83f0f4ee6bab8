import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { contentsOf } from '../../../test/calls.ts'
import { endEventsOf } from '../../../test/payments.ts'
import { askForBatch, givenBatch, LINE, runBatchJobs } from '../../../test/payout-batches.ts'
import {
  askToPay,
  FAILING_ACCOUNT,
  LATE_ACCOUNT,
  payoutsOf,
  REVERSING_ACCOUNT,
} from '../../../test/payouts.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { givenWallet } from '../../../test/verifications.ts'
import { MINUTE } from '../../platform/clock.ts'
import { DOWN_ACCOUNT, NOBODYS_ACCOUNT } from '../../providers/sandbox/names.ts'

const context = useContext()
const api = useApi(context)

const PLAY_MONEY = 10_000_000
const OTHER = '0123456789'

let business: GivenBusiness
before(() => context.opened)
beforeEach(async () => {
  business = await givenBusiness(context)
})

const key = () => business.keys.secretKey
const availableOf = async () =>
  (await api.get('/api/v1/balance', { key: key() })).body.data.available
const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map(({ field }) => field)

test('a batch is checked, then sent, and each line is one payout under its own reference', async () => {
  const lines = [
    { reference: 'salary-1', reason: 'Salary' },
    { account_number: OTHER, amount: 100_000 },
  ]
  const batch = await givenBatch(context, api, business, lines, { name: 'November' })
  const ready = await batch.read()

  const sent = await batch.send()
  await runBatchJobs(context)

  assert.equal(ready.status, 'ready')
  assert.deepEqual(ready.names, { pending: 0, found: 2, not_found: 0, unknown: 0 })
  assert.deepEqual(ready.progress.waiting, { count: 2, amount: 350_000, stamp_duty: 0 })
  assert.deepEqual([sent.status, sent.body.data.status], [200, 'processing'])
  const completed = await batch.read()
  assert.deepEqual([completed.status, completed.name], ['completed', 'November'])
  assert.deepEqual(completed.progress.success, { count: 2, amount: 350_000, stamp_duty: 0 })
  const [first, second] = await batch.lines()
  assert.deepEqual(
    [first.number, first.status, first.reference, first.reason],
    [1, 'success', 'salary-1', 'Salary'],
  )
  const { body } = await api.get(`/api/v1/payouts/${first.payout_id}`, { key: key() })
  assert.deepEqual(
    [body.data.reference, body.data.account_name, body.data.session_id],
    ['salary-1', first.account_name, first.session_id],
  )
  assert.equal(second.account_number, OTHER)
  assert.equal((await payoutsOf(context, business)).length, 2)
  assert.equal(await availableOf(), PLAY_MONEY - 350_000)
  const events = await endEventsOf(context, business)
  assert.deepEqual(events.map(({ type }) => type).sort(), [
    'payout.success',
    'payout.success',
    'payout_batch.completed',
  ])
  assert.deepEqual(events.find(({ type }) => type === 'payout_batch.completed')?.data, completed)
})

test('a wrong line refuses the whole batch, and all wrong lines are told at once', async () => {
  const before = await contentsOf(context)
  const lines = [
    { amount: 99 },
    { account_number: '12345' },
    {},
    { bank_code: '777' },
    { reference: 'twice' },
    { reference: 'twice', metadata: { text: 'x'.repeat(9_000) } },
  ]

  const { status, body } = await askForBatch(api, business, lines)

  assert.deepEqual([status, body.code], [400, 'invalid_request'])
  assert.deepEqual(fieldsOf(body), [
    'payouts.0.amount',
    'payouts.1.account_number',
    'payouts.3.bank_code',
    'payouts.5.reference',
    'payouts.5.metadata',
  ])
  assert.equal(body.errors[3].message, 'payouts.5.reference is the reference of payout 5 too.')
  assert.deepEqual(await contentsOf(context), before, 'nothing was stored')
})

test('a batch has one payout at least and a thousand at most', async () => {
  const none = await askForBatch(api, business, [])
  const lines = Array.from({ length: 1_000 }, (_, i) => ({ amount: 100 + i }))
  const most = await askForBatch(api, business, lines)
  const tooMany = await askForBatch(api, business, [...lines, {}])

  assert.deepEqual([none.status, fieldsOf(none.body)], [400, ['payouts']])
  assert.deepEqual([most.status, most.body.data.count], [201, 1_000])
  assert.deepEqual([tooMany.status, fieldsOf(tooMany.body)], [400, ['payouts']])
})

test('a batch may be larger than other requests, up to a megabyte', async () => {
  const metadata = { note: 'x'.repeat(1_500) }
  const large = await askForBatch(api, business, Array(600).fill({ metadata }))
  const tooLarge = await askForBatch(api, business, Array(900).fill({ metadata }))
  const elsewhere = await askToPay(api, business, { reason: 'x'.repeat(200_000) })

  assert.equal(large.status, 201)
  assert.deepEqual([tooLarge.status, tooLarge.body.code], [413, 'body_too_large'])
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [413, 'body_too_large'])
})

test('a reference of an earlier payout, or of a line of another batch, refuses the batch', async () => {
  await askToPay(api, business, { reference: 'paid' })
  const other = await givenBatch(context, api, business, [{ reference: 'planned' }])

  const lines = [{}, { reference: 'paid' }, { reference: 'planned' }]
  const { status, body } = await askForBatch(api, business, lines)
  await other.cancel()
  const free = await askForBatch(api, business, [{ reference: 'planned' }])

  assert.equal(status, 400)
  assert.deepEqual(fieldsOf(body), ['payouts.1.reference', 'payouts.2.reference'])
  assert.equal(free.status, 201)
})

test('the same account and amount twice is a warning', async () => {
  const lines = [{ reference: 'a' }, { account_number: OTHER }, { reference: 'b' }]
  const batch = await givenBatch(context, api, business, lines)

  assert.equal((await batch.read()).repeated, 1)
  const repeats = (await batch.lines()).map((line: { repeats: number | null }) => line.repeats)
  assert.deepEqual(repeats, [null, null, 1])
})

test('a check tells what a batch would be, or what is wrong with it, and stores nothing', async () => {
  const before = await contentsOf(context)
  const check = (payouts: object[]) =>
    api.post('/api/v1/payout-batches/check', { key: key(), body: { payouts } })

  const { status, body } = await check([LINE, LINE])
  const wrong = await check([{ ...LINE, amount: 1 }])

  assert.deepEqual(
    [status, body.data],
    [200, { count: 2, amount: 500_000, stamp_duty: 0, repeated: 1 }],
  )
  assert.deepEqual([wrong.status, fieldsOf(wrong.body)], [400, ['payouts.0.amount']])
  assert.deepEqual(await contentsOf(context), before)
})

test('the same request with its Idempotency-Key makes one batch', async () => {
  const headers = { 'idempotency-key': 'november' }
  const first = await askForBatch(api, business, [{}], {}, headers)
  const again = await askForBatch(api, business, [{}], {}, headers)

  assert.deepEqual(again.body, first.body)
  const { body } = await api.get('/api/v1/payout-batches', { key: key() })
  assert.deepEqual(body.data, [first.body.data])
})

test('an account that does not exist is not sent, and the rest of the batch is', async () => {
  const lines = [{ account_number: NOBODYS_ACCOUNT }, {}]
  const batch = await givenBatch(context, api, business, lines)
  const checked = await batch.read()
  await batch.send()
  await runBatchJobs(context)

  assert.deepEqual([checked.status, checked.names.not_found], ['ready', 1])
  const [wrong, right] = await batch.lines()
  assert.deepEqual(
    [wrong.status, wrong.name_check, wrong.failure_code, wrong.payout_id],
    ['not_sent', 'not_found', 'account_not_resolved', null],
  )
  assert.equal(right.status, 'success')
  assert.equal((await batch.read()).status, 'completed')
})

test('a batch of which nothing can be sent is completed', async () => {
  const batch = await givenBatch(context, api, business, [{ account_number: NOBODYS_ACCOUNT }])

  assert.equal((await batch.read()).status, 'completed')
  const events = await endEventsOf(context, business)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['payout_batch.completed'],
  )
})

test('a bank that does not answer is asked for ten minutes, then the name is unknown, not failed', async () => {
  const batch = await givenBatch(context, api, business, [{ account_number: DOWN_ACCOUNT }])
  const soon = await batch.read()
  for (let minute = 0; minute < 11; minute++) {
    context.advance(MINUTE)
    await runBatchJobs(context, 4)
  }
  const later = await batch.read()
  const sent = await batch.send()
  await runBatchJobs(context)

  assert.deepEqual([soon.status, soon.names.pending], ['checking', 1])
  assert.deepEqual([later.status, later.names.unknown], ['ready', 1])
  assert.equal(sent.status, 200)
  const [line] = await batch.lines()
  assert.deepEqual([line.status, line.failure_code], ['waiting', null])
  assert.equal((await batch.read()).status, 'processing')
})

test('a batch completes when every payout has ended, whatever its end', async () => {
  const accounts = [FAILING_ACCOUNT, LATE_ACCOUNT, REVERSING_ACCOUNT]
  const lines = accounts.map((account_number) => ({ account_number }))
  const batch = await givenBatch(context, api, business, lines)
  await batch.send()
  await runBatchJobs(context, 4)
  const during = await batch.read()
  await runBatchJobs(context, 120)

  assert.deepEqual([during.status, during.progress.pending.count > 0], ['processing', true])
  const { status, progress } = await batch.read()
  assert.equal(status, 'completed')
  assert.deepEqual(
    [progress.failed.count, progress.success.count + progress.reversed.count],
    [1, 2],
  )
  const [failed] = await batch.lines('?status=failed')
  assert.deepEqual(
    [failed.account_number, failed.failure_code],
    [FAILING_ACCOUNT, 'account_closed'],
  )
})

test('a batch that costs more than the balance is not started', async () => {
  await givenWallet(context, business, 499_999)
  const batch = await givenBatch(context, api, business, [{}, {}])

  const { status, body } = await batch.send()

  assert.deepEqual([status, body.code], [402, 'insufficient_balance'])
  assert.match(body.message, /needs ₦5,000\.00, and ₦4,999\.99 is available/)
  assert.equal((await batch.read()).status, 'ready')
  assert.deepEqual(await payoutsOf(context, business), [])
})

test('a batch that the balance stops goes on after a top-up, without paying a line twice', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => ({ amount: 100_000 + i }))
  const batch = await givenBatch(context, api, business, lines)
  await batch.send()
  // Another payout takes what the batch was to be paid with.
  await givenWallet(context, business, 1_000_000)
  await runBatchJobs(context)
  const stopped = await batch.read()
  const early = await batch.send()
  await givenWallet(context, business, PLAY_MONEY)
  const continued = await batch.send()
  await runBatchJobs(context)

  assert.equal(stopped.status, 'insufficient_balance')
  assert(stopped.progress.success.count > 0 && stopped.progress.waiting.count > 0)
  assert.deepEqual([early.status, early.body.code], [402, 'insufficient_balance'])
  assert.equal(continued.status, 200)
  assert.equal((await batch.read()).status, 'completed')
  assert.equal((await payoutsOf(context, business)).length, 30)
})

test('a batch with auto_send is sent as soon as every name is found', async () => {
  const sound = await givenBatch(context, api, business, [{}], { auto_send: true })
  const doubtful = await givenBatch(
    context,
    api,
    business,
    [{ amount: 300_000 }, { account_number: NOBODYS_ACCOUNT }],
    { auto_send: true },
  )
  await givenWallet(context, business, 100)
  const poor = await givenBatch(context, api, business, [{ amount: 400_000 }], { auto_send: true })

  assert.equal((await sound.read()).status, 'completed')
  assert.equal((await doubtful.read()).status, 'ready')
  assert.equal((await poor.read()).status, 'insufficient_balance')
})

test('a cancelled batch sends nothing more, and what was sent goes on', async () => {
  const lines = [{ account_number: LATE_ACCOUNT }, { account_number: DOWN_ACCOUNT, amount: 100 }]
  const batch = await givenBatch(context, api, business, lines)
  for (let minute = 0; minute < 11; minute++) {
    context.advance(MINUTE)
    await runBatchJobs(context, 4)
  }
  await batch.send()
  await runBatchJobs(context, 4)
  const { status, body } = await batch.cancel()
  const again = await batch.cancel()
  const sent = await batch.send()
  await runBatchJobs(context, 120)

  assert.deepEqual([status, body.data.status], [200, 'cancelled'])
  assert.match(body.data.cancelled_by, /^the key /)
  assert.deepEqual([again.status, again.body.code], [409, 'payout_batch_decided'])
  assert.deepEqual([sent.status, sent.body.code], [409, 'payout_batch_decided'])
  const [late, waiting] = await batch.lines()
  assert.deepEqual([late.status, waiting.status], ['success', 'cancelled'])
})

test('a batch is not sent while its names are checked', async () => {
  const { body } = await askForBatch(api, business, [{}])
  const path = `/api/v1/payout-batches/${body.data.id}/send`

  const early = await api.post(path, { key: key() })

  assert.deepEqual([early.status, early.body.code], [409, 'payout_batch_checking'])
})

test('a payout that takes the reference of a waiting line is not paid again by the line', async () => {
  const lines = [{ reference: 'same' }, { reference: 'other' }]
  const batch = await givenBatch(context, api, business, lines)
  await askToPay(api, business, { reference: 'same' })
  await askToPay(api, business, { reference: 'other', amount: 100 })
  await batch.send()
  await runBatchJobs(context)

  const ends = (await batch.lines()).map((line: { status: string; failure_code: string }) => [
    line.status,
    line.failure_code,
  ])
  assert.deepEqual(ends, [
    ['not_sent', 'duplicate_reference'],
    ['not_sent', 'duplicate_reference'],
  ])
  assert.equal((await payoutsOf(context, business)).length, 2)
})

test('lines are listed in their order, page by page and by status, with their metadata', async () => {
  const metadata = { order: 12345678901234567890n.toString(), deep: { a: [1, 2] } }
  const lines = Array.from({ length: 5 }, (_, i) => ({ amount: 100 + i, metadata }))
  const batch = await givenBatch(context, api, business, lines)
  const path = `/api/v1/payout-batches/${batch.id}/payouts`

  const first = (await api.get(`${path}?perPage=2`, { key: key() })).body
  const second = (await api.get(`${path}?perPage=2&cursor=${first.meta.next}`, { key: key() })).body
  const third = (await api.get(`${path}?perPage=2&page=3`, { key: key() })).body
  const none = (await api.get(`${path}?status=success`, { key: key() })).body
  const wrong = await api.get(`${path}?cursor=x`, { key: key() })

  const numbers = [first, second, third].map(({ data }) =>
    data.map((line: { number: number }) => line.number),
  )
  assert.deepEqual(numbers, [[1, 2], [3, 4], [5]])
  assert.deepEqual([first.meta.total, third.meta.next, none.data], [5, null, []])
  assert.deepEqual(first.data[0].metadata, metadata)
  assert.deepEqual([wrong.status, fieldsOf(wrong.body)], [400, ['cursor']])
})

test('a business and a mode see their own batches only', async () => {
  const batch = await givenBatch(context, api, business, [{}])
  const other = await givenBusiness(context)
  const byOther = { key: other.keys.secretKey }

  for (const path of ['', '/payouts']) {
    const { status, body } = await api.get(`/api/v1/payout-batches/${batch.id}${path}`, byOther)
    assert.deepEqual([status, body.code], [404, 'payout_batch_not_found'])
  }
  for (const verb of ['send', 'cancel']) {
    const { status } = await api.post(`/api/v1/payout-batches/${batch.id}/${verb}`, byOther)
    assert.equal(status, 404)
  }
  assert.deepEqual((await api.get('/api/v1/payout-batches', byOther)).body.data, [])
  assert.equal((await batch.read()).status, 'ready')
})

test('a hundred batches of a business can be open', async () => {
  for (let made = 0; made < 100; made++) {
    assert.equal((await askForBatch(api, business, [{ amount: 100 }])).status, 201)
  }
  const { status, body } = await askForBatch(api, business, [{}])
  assert.deepEqual([status, body.code], [409, 'too_many_payout_batches'])
})
