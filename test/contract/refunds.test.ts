import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { publicId } from '../../src/platform/ids.ts'
import { givenPayment, recordIn, useApi } from '../api.ts'
import { assertBooksTie } from '../books.ts'
import { contentsOf } from '../calls.ts'
import { eventsOf, verifyPayment } from '../payments.ts'
import { AMOUNT, askRefund, givenPaid, refunded, WAYS } from '../refunds.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Refunds are ours to define: "POST /refunds {transaction, amount?, reason?} (partial or full, to
// the source rail; pending → processed | failed), GET /refunds".

const context = useContext()
const api = useApi(context)

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const REFUSING_ACCOUNT = '9999999999'
const LATE_ACCOUNT = '8888888888'

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

const get = (path: string, by = business) => api.get(`/api/v1${path}`, { key: by.keys.secretKey })

for (const way of WAYS) {
  test(`"partial or full, to the source rail": ${way}; 201, and every field of the record`, async () => {
    const paid = await givenPaid(api, business, way)

    const { status, body } = await askRefund(api, business, {
      transaction: paid.reference,
      amount: 250_000,
      reason: 'One of two was sold out',
    })

    assert.equal(status, 201)
    const { id, session_id, created_at, updated_at, processed_at, ...rest } = body.data
    assert.deepEqual(rest, {
      domain: 'test',
      transaction_id: publicId('transaction', paid.id),
      transaction_reference: paid.reference,
      reference: null,
      status: 'processed',
      amount: 250_000,
      stamp_duty: 0,
      currency: 'NGN',
      reason: 'One of two was sold out',
      metadata: null,
      channel: way,
      destination: null,
      needs_account: false,
      failure_code: null,
      failure_message: null,
      created: true,
    })
    assert.match(id, /^ref_[0-9a-f]{32}$/)
    assert.match(session_id, /^\d{30}$/)
    assert.equal(updated_at, processed_at)
    for (const moment of [created_at, processed_at]) assert.match(moment, ISO)
    const found = await get(`/refunds/${id}`)
    assert.deepEqual([found.status, found.body.data], [200, recordIn({ body })])
  })
}

test('the same reference with the same payment and amount is one refund, with other data 409', async () => {
  const [paid, other] = [await givenPaid(api, business), await givenPaid(api, business)]
  const part = { transaction: paid.id, amount: 1_000, reference: 'return-1' }
  const rest = { transaction: paid.reference, reference: 'return-2' }
  const [first, second] = [
    await askRefund(api, business, part),
    await askRefund(api, business, rest),
  ]

  const again = [
    await askRefund(api, business, { ...part, transaction: paid.reference }),
    await askRefund(api, business, rest),
    await askRefund(api, business, { ...rest, amount: AMOUNT - 1_000 }),
  ]
  const others = [
    { ...part, amount: 1_001 },
    { ...part, transaction: other.id },
    { ...rest, reference: 'return-1' },
    { ...rest, transaction: other.id },
  ].map((body) => askRefund(api, business, body))

  const ids = [first.body.data.id, second.body.data.id, second.body.data.id]
  assert.deepEqual(
    again.map(({ status, body }) => [status, body.data.created, body.data.id]),
    ids.map((id) => [200, false, id]),
  )
  for (const { status, body } of await Promise.all(others)) {
    assert.deepEqual([status, body.code], [409, 'duplicate_reference'])
  }
  const listed = await get('/refunds?reference=return-1')
  assert.deepEqual(
    listed.body.data.map((one: { reference: string; amount: number }) => [
      one.reference,
      one.amount,
    ]),
    [['return-1', 1_000]],
  )
  assert.equal((await get('/refunds')).body.meta.total, 2)
  const told = (await eventsOf(context, business)).filter(({ type }) => type === 'refund.processed')
  assert.deepEqual(
    told.map(({ data }) => data.reference),
    ['return-1', 'return-2'],
  )
})

test('a reference names a refund of one business and mode only', async () => {
  const stranger = await givenBusiness(context)
  const names = { amount: 1_000, reference: 'return-1' }

  const ids = []
  for (const one of [business, stranger]) {
    const { id: transaction } = await givenPaid(api, one)
    const { status, body } = await askRefund(api, one, { transaction, ...names })
    assert.equal(status, 201)
    ids.push(body.data.id)
  }

  assert.equal(new Set(ids).size, 2)
})

test('"`success` → `reversed` on full refund", and a partial one changes refunded_amount only', async () => {
  const paid = await givenPaid(api, business)
  const before = await verifyPayment(api, business, paid.reference)

  await refunded(api, business, paid, 1_000)
  const part = await verifyPayment(api, business, paid.reference)
  const { updated_at } = part
  assert(updated_at > before.updated_at)
  assert.deepEqual(part, {
    ...before,
    refunded_amount: 1_000,
    stage: 'partly_refunded',
    updated_at,
  })
  await refunded(api, business, paid)

  const after = await verifyPayment(api, business, paid.reference)
  assert.equal(after.status, 'reversed')
  for (const field of ['amount', 'fees', 'net_amount', 'paid_at', 'channel', 'authorization']) {
    assert.deepEqual(after[field], before[field], field)
  }
  const { body } = await get('/transactions?status=reversed')
  assert.deepEqual(
    body.data.map((one: { id: string }) => one.id),
    [publicId('transaction', paid.id)],
  )
})

test('"`pending → processed | failed`": as the bank says, and with what belongs to each', async () => {
  for (const [expected, sender, isSent, isWhy] of [
    ['processed', '1234567890', true, false],
    ['failed', REFUSING_ACCOUNT, false, true],
    ['pending', LATE_ACCOUNT, false, false],
  ] as const) {
    const paid = await givenPaid(api, business, 'bank_transfer', { sender })

    const { status, session_id, processed_at, failure_code } = await refunded(api, business, paid)

    assert.equal(status, expected)
    const isSet = [session_id, processed_at, failure_code].map((value) => value !== null)
    assert.deepEqual(isSet, [isSent, isSent, isWhy], expected)
  }
})

test('"Further events, off unless subscribed": refund.processed and refund.failed, with the record', async () => {
  const key = business.keys.secretKey
  const url = 'https://shop.example/hooks'
  await api.put('/api/v1/webhooks', { key, body: { url } })
  const unheard = await refunded(api, business, await givenPaid(api, business))
  const events = ['refund.processed', 'refund.failed']
  await api.put('/api/v1/webhooks', { key, body: { events } })
  const processed = await refunded(api, business, await givenPaid(api, business))
  const failing = await givenPaid(api, business, 'card', { card: 'refund_refused' })
  const failed = await refunded(api, business, failing)

  const rows = await context.sql<{ payload: string; createdAt: Date; promised: boolean }[]>`
    select e.payload, e.created_at, d.event_id is not null as promised
    from event e
    left join delivery d using (business_id, mode, event_id)
    where e.business_id = ${business.businessId} and e.type like 'refund.%'
      and e.type <> 'refund.pending'
    order by e.created_at, e.event_id
  `
  const body = (type: string, record: object, at: Date) =>
    `{"event":"${type}","data":${JSON.stringify(record)},"created_at":"${at.toISOString()}"}`
  assert.deepEqual(
    rows.map(({ payload, promised }) => [payload, promised]),
    [
      [body('refund.processed', unheard, rows[0]!.createdAt), false],
      [body('refund.processed', processed, rows[1]!.createdAt), true],
      [body('refund.failed', failed, rows[2]!.createdAt), true],
    ],
  )
})

test('a list is newest first, by page or cursor, and narrowed by payment, status and time', async () => {
  const [one, other] = [
    await givenPaid(api, business),
    await givenPaid(api, business, 'bank_transfer', { sender: REFUSING_ACCOUNT }),
  ]
  const made: { id: string; created_at: string }[] = []
  for (const paid of [one, other, one, other, one]) {
    context.advance(1_000)
    made.unshift(await refunded(api, business, paid, 1_000))
  }
  const idsOf = async (query: string) => {
    const { status, body } = await get(`/refunds${query}`)
    assert.equal(status, 200, query)
    return body.data.map(({ id }: { id: string }) => id)
  }
  const ids = made.map(({ id }) => id)
  const [ofOne, ofOther] = [
    [ids[0], ids[2], ids[4]],
    [ids[1], ids[3]],
  ]

  assert.deepEqual(await idsOf(''), ids)
  const { body: first } = await get('/refunds?perPage=2')
  assert.deepEqual(first.meta, {
    total: 5,
    total_capped: false,
    page: 1,
    perPage: 2,
    pageCount: 3,
    next: first.meta.next,
  })
  assert.deepEqual(await idsOf(`?perPage=2&cursor=${first.meta.next}`), ids.slice(2, 4))
  assert.deepEqual(await idsOf('?perPage=2&page=3'), ids.slice(4))
  for (const name of [one.id, one.reference]) {
    assert.deepEqual(await idsOf(`?transaction=${name}`), ofOne)
  }
  assert.deepEqual(await idsOf('?status=failed'), ofOther)
  assert.deepEqual(await idsOf(`?transaction=${other.id}&status=processed`), [])
  assert.deepEqual(await idsOf('?transaction=none'), [])
  assert.deepEqual(await idsOf(`?transaction=${publicId('refund', one.id)}`), [])
  assert.deepEqual(await idsOf(`?from=${made[1]!.created_at}`), ids.slice(0, 2))
  assert.deepEqual(await idsOf(`?to=${made[3]!.created_at}`), ids.slice(4))
})

test('a filter that cannot be is refused by its name, all of them at once', async () => {
  const query = 'transaction=a%20b&status=done&from=yesterday&to=2026-13-01&page=0'
  const { status, body } = await get(`/refunds?${query}`)

  assert.equal(status, 400)
  const fields = body.errors.map(({ field }: { field: string }) => field)
  assert.deepEqual(fields.sort(), ['from', 'page', 'status', 'to', 'transaction'])
})

test('"unknown, or of another business or mode: byte-equal answers"', async () => {
  const stranger = await givenBusiness(context, 'Other Store')
  const paid = await givenPaid(api, business)
  const { id } = await refunded(api, business, paid, 1_000)
  const before = await contentsOf(context)
  const headers = { 'x-request-id': 'the-same' }
  const key = stranger.keys.secretKey

  const asked = await Promise.all(
    [paid.id, paid.reference, '01990000-0000-7000-8000-000000000000', 'never-used'].map(
      (transaction) => askRefund(api, stranger, { transaction, amount: 100 }, headers),
    ),
  )
  for (const { status, text } of asked) assert.deepEqual([status, text], [404, asked[0]!.text])
  assert.equal(asked[0]!.body.code, 'transaction_not_found')

  const looked = await Promise.all(
    [id, `ref_${'0'.repeat(32)}`, 'ref_1', id.toUpperCase(), id.slice(4), paid.id].map((name) =>
      api.get(`/api/v1/refunds/${name}`, { key, headers }),
    ),
  )
  for (const { status, text } of looked) assert.deepEqual([status, text], [404, looked[0]!.text])
  assert.equal(looked[0]!.body.code, 'refund_not_found')
  const { body: list } = await get(`/refunds?transaction=${paid.id}`, stranger)
  assert.deepEqual([list.data, list.meta.total], [[], 0])
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
})

const wrong: [name: string, body: object, fields: string[]][] = [
  ['nothing', {}, ['transaction']],
  ['a payment that is no name', { transaction: 'a b' }, ['transaction']],
  ['a payment that is empty', { transaction: '' }, ['transaction']],
  ['a payment that is a number', { transaction: 1 }, ['transaction']],
  ['a payment that is null', { transaction: null }, ['transaction']],
  ['99 kobo', { transaction: 'x', amount: 99 }, ['amount']],
  ['nothing of it', { transaction: 'x', amount: 0 }, ['amount']],
  ['less than nothing', { transaction: 'x', amount: -100 }, ['amount']],
  ['a fraction', { transaction: 'x', amount: 100.5 }, ['amount']],
  ['a text', { transaction: 'x', amount: '500' }, ['amount']],
  ['more than ₦10 billion', { transaction: 'x', amount: 1e12 + 1 }, ['amount']],
  ['what no number holds', { transaction: 'x', amount: 1e30 }, ['amount']],
  ['a blank reason', { transaction: 'x', reason: ' ' }, ['reason']],
  ['a long reason', { transaction: 'x', reason: 'x'.repeat(201) }, ['reason']],
  ['a reason that is a list', { transaction: 'x', reason: [] }, ['reason']],
  ['all of it', { amount: 1, reason: '' }, ['transaction', 'amount', 'reason']],
]
for (const [name, body, fields] of wrong) {
  test(`a refund of ${name} is refused by its fields`, async () => {
    const before = await contentsOf(context)
    const key = business.keys.secretKey

    const { status, body: answer } = await api.post('/api/v1/refunds', { key, body })

    assert.deepEqual([status, answer.code], [400, 'invalid_request'])
    const found = answer.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(found.sort(), [...fields].sort())
    assert.deepEqual(await contentsOf(context), { ...before }, 'nothing was written')
  })
}

test('"A JSON number with a whole value, however it is spelled"', async () => {
  const paid = await givenPaid(api, business)
  for (const spelled of ['100.0', '1e2', '10000e-2']) {
    const { status, body } = await api.post('/api/v1/refunds', {
      key: business.keys.secretKey,
      raw: `{"transaction":"${paid.id}","amount":${spelled}}`,
    })
    assert.deepEqual([status, body.data?.amount], [201, 100], spelled)
  }
})

test('every refusal is of its own kind, and keeps nothing', async () => {
  const unpaid = await givenPayment(api, business)
  const paid = await givenPaid(api, business)
  await api.post('/api/v1/sandbox/wallet', {
    key: business.keys.secretKey,
    body: { amount: 100 },
  })
  const before = await contentsOf(context)
  const refused = async (transaction: string, amount?: number) => {
    const { status, body } = await askRefund(api, business, {
      transaction,
      ...(amount !== undefined && { amount }),
    })
    return [status, body.code]
  }

  assert.deepEqual(await refused(unpaid.reference), [422, 'not_refundable'])
  assert.deepEqual(await refused(paid.id, AMOUNT + 1), [422, 'refund_too_large'])
  assert.deepEqual(await refused(paid.id, 101), [402, 'insufficient_balance'])
  assert.deepEqual(await refused('nothing'), [404, 'transaction_not_found'])

  assert.deepEqual(await contentsOf(context), before)
  const types = (await eventsOf(context, business)).map(({ type }) => type)
  assert.deepEqual(types, ['transaction.success'])
})
