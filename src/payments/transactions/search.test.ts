import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { begin, givenLink } from '../../../test/links.ts'
import {
  askForAccount,
  cardNamed,
  givenDedicated,
  pay,
  transfer,
  verifyPayment,
} from '../../../test/payments.ts'
import {
  asOwner,
  type GivenBusiness,
  givenBusiness,
  givenLive,
  useContext,
} from '../../../test/support.ts'
import { DAY, later } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { naira } from '../../platform/money.ts'
import { initialize } from './initialize.ts'

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let stranger: GivenBusiness
let idOfFirst: string
before(async () => {
  await context.opened
  context.rails.live = [context.rails.test]
  business = await givenBusiness(context)
  stranger = await givenBusiness(context, 'Other Store')
  const ada = { email: 'ada@example.com', name: 'Ada Example' }
  await givenPayment(api, business, { ...ada, reference: 'order-1', amount: 100_000 })
  const second = { ...ada, reference: 'order-12', amount: 250_000 }
  const { access_code } = await givenPayment(api, business, second)
  await pay(api, access_code, 'success')
  const ngozi = { email: 'Ngozi@Example.com', name: 'Ngozi Sample' }
  await givenPayment(api, business, { ...ngozi, reference: 'ORDER-2', amount: 300_000 })
  await givenPayment(api, stranger, { ...ada, reference: 'order-1', amount: 100_000 })
  const { account_number } = await givenDedicated(api, business, { email: 'bola@example.com' })
  await transfer(api, business, { account_number, amount: 400_000, session_id: 'session-1' })
  idOfFirst = (await verifyPayment(api, business, 'order-1')).id
})

async function found(query: string, owner = business): Promise<string[]> {
  const { status, body, text } = await api.get(`/api/v1/transactions?${query}`, {
    key: owner.keys.secretKey,
  })
  assert.equal(status, 200, text)
  assert.equal(body.meta.total, body.data.length)
  return body.data.map(({ reference }: { reference: string }) => reference)
}

test('a payment is found by the start of its reference, in the same case', async () => {
  assert.deepEqual(await found('q=order-1'), ['order-12', 'order-1'])
  assert.deepEqual(await found('q=order-12'), ['order-12'])
  assert.deepEqual(await found('q=%20order-12%20'), ['order-12'])
  assert.deepEqual(await found('q=ORDER'), ['ORDER-2'])
  assert.deepEqual(await found('q=rder-1'), [])
  assert.deepEqual(await found('q=order%25'), [])
  assert.deepEqual(await found('q=order-1', stranger), ['order-1'])
})

test('a payment is found by the email address of its customer, in any case', async () => {
  assert.deepEqual(await found('q=ada@example.com'), ['order-12', 'order-1'])
  assert.deepEqual(await found('q=NGOZI@example.COM'), ['ORDER-2'])
  assert.deepEqual(await found('q=nobody@example.com'), [])
  assert.deepEqual(await found('q=ngozi@example.com', stranger), [])
})

test('a payment is found by its id, only by its own business; and by a reference that looks like an id', async () => {
  assert.deepEqual(await found(`q=${idOfFirst}`), ['order-1'])
  assert.deepEqual(await found(`q=${idOfFirst.toUpperCase()}`), ['order-1'])
  assert.deepEqual(await found(`q=${idOfFirst}`, stranger), [])
  const reference = '01990000-0000-7000-8000-000000000009'
  await givenPayment(api, stranger, { reference })
  assert.deepEqual(await found(`q=${reference}`, stranger), [reference])
})

test('channel, amounts and search text can be combined', async () => {
  assert.deepEqual(await found('channel=card'), ['order-12'])
  assert.deepEqual(await found('channel=dedicated_virtual_account'), ['session-1'])
  assert.deepEqual(await found('channel=bank_transfer'), [])
  assert.deepEqual(await found('amount_min=250000'), ['session-1', 'ORDER-2', 'order-12'])
  assert.deepEqual(await found('amount_min=250000&amount_max=300000'), ['ORDER-2', 'order-12'])
  assert.deepEqual(await found('amount_max=100000'), ['order-1'])
  assert.deepEqual(await found('q=order&amount_min=250000'), ['order-12'])
  assert.deepEqual(await found('q=ada@example.com&status=success'), ['order-12'])
})

test('paging through a search by cursor neither misses nor repeats a payment', async () => {
  const query = '/api/v1/transactions?q=ada@example.com&perPage=1'
  const { secretKey: key } = business.keys
  const first = await api.get(query, { key })
  const second = await api.get(`${query}&cursor=${first.body.meta.next}`, { key })
  assert.deepEqual(
    [first, second].map(({ body }) => [body.data[0].reference, body.meta.total]),
    [
      ['order-12', 2],
      ['order-1', 2],
    ],
  )
  assert.equal(second.body.meta.next, null)
})

test('all invalid filters are refused at once, by name', async () => {
  const wrong: [query: string, fields: string[]][] = [
    ['q=', ['q']],
    ['q=%00', ['q']],
    [`q=${'x'.repeat(255)}`, ['q']],
    ['q=a&q=b', ['q']],
    ['channel=cash', ['channel']],
    ['payment_link=adire_shop', ['payment_link']],
    ['amount_min=1.5', ['amount_min']],
    ['amount_min=-1', ['amount_min']],
    ['amount_max=', ['amount_max']],
    ['amount_max=1000000000001', ['amount_max']],
    ['amount_max=1e3', ['amount_max']],
    ['amount_min=1&amount_min=2', ['amount_min']],
    ['amount_min=200&amount_max=100', ['amount_max']],
    ['channel=x&amount_min=x&amount_max=x&from=x', ['channel', 'amount_min', 'amount_max', 'from']],
  ]
  for (const path of ['/transactions', '/transactions/export']) {
    for (const [query, fields] of wrong) {
      const { status, body, text } = await api.get(`/api/v1${path}?${query}`, {
        key: business.keys.secretKey,
      })
      assert.equal(status, 400, `${query}: ${text}`)
      const named = body.errors.map((one: { field: string }) => one.field)
      assert.deepEqual(named.sort(), [...fields].sort(), query)
    }
  }
})

test('a list counts up to ten thousand, and its pages go on beyond', async () => {
  const owner = await givenBusiness(context)
  await givenPayment(api, owner, { reference: 'first', email: 'many@example.com' })
  await asOwner(
    context,
    (sql) => sql`
      insert into transaction
      select r.*
      from transaction t
      cross join generate_series(1, 10049) i
      cross join lateral jsonb_populate_record(
        t, jsonb_build_object('id', uuidv7(-i * interval '1 second'), 'reference', i)
      ) r
      where t.business_id = ${owner.businessId} and t.mode = 'test'
    `,
  )
  const { secretKey: key } = owner.keys
  const metaOf = async (query: string) =>
    (await api.get(`/api/v1/transactions?perPage=100&${query}`, { key })).body.meta

  const narrowed = await metaOf('status=pending&page=100')

  assert.deepEqual([narrowed.total, narrowed.pageCount], [10_000, 100])
  const next = await metaOf(`status=pending&cursor=${narrowed.next}`)
  assert.equal(next.next, null, 'fifty are left')
  assert.equal((await metaOf('status=pending&page=101')).page, 101)
  const all = await metaOf('page=100')
  assert.deepEqual([all.total, all.pageCount], [10_000, 100])
  assert.equal((await metaOf(`cursor=${all.next}`)).next, null)
  const { secretKey: live } = await givenLive(context, owner.businessId)
  const { body } = await api.get('/api/v1/transactions?page=2', { key: live })
  assert.equal(body.meta.total, 0, 'those of live mode are counted apart')
  assert.equal((await metaOf('q=many@example.com')).total, 10_000)
  assert.equal((await metaOf('q=100')).total, 1 + 10 + 50)
  const file = await api.get('/api/v1/transactions/export?status=pending', { key })
  assert.equal(file.headers['x-total-count'], '10050')
})

test('a payment made by a repeated request is listed at the time of the first one', async () => {
  const owner = await givenBusiness(context)
  const { secretKey: key } = owner.keys
  for (let i = 0; i < 3; i++) await givenPayment(api, owner)
  const dayAgo = new Date(context.now().getTime() - DAY)
  await givenPayment(api, owner)
  // As of a process that died with the key in its hand.
  const { reference } = await initialize(context, owner, {
    ...{ amount: naira(5_000), email: 'ada@example.com', name: 'Ada Example', phone: null },
    ...{ reference: null, callbackUrl: null, metadata: null, channels: null, splitCode: null },
    ...{ feeBearer: 'business', ipAddress: null, madeWith: 'secret' },
    effectId: newId(dayAgo),
  })

  const { body } = await api.get('/api/v1/transactions', { key })

  assert.deepEqual([body.meta.total, body.data.length], [5, 5])
  const on = `from=${dayAgo.toISOString()}&to=${later(dayAgo, 1).toISOString()}`
  assert.deepEqual(await found(on, owner), [reference], 'it was made when it was tried first')
})

test('the list and the file can be narrowed to a payment link', async () => {
  const [first, second] = [await givenLink(api, business), await givenLink(api, business)]
  const theirs = await givenLink(api, stranger)
  const paidBy = async (slug: string) => {
    const code = await begin(api, slug)
    await pay(api, code, 'success')
  }
  await paidBy(first.slug)
  await begin(api, first.slug)
  await paidBy(second.slug)
  await paidBy(theirs.slug)
  const of = ({ id }: { id: string }, more = '') => found(`payment_link=${id}${more}`)

  const byFirst = await of(first)

  assert.equal(byFirst.length, 2)
  const paid = await of(first, '&status=success')
  assert.deepEqual(paid, byFirst.slice(-1))
  assert.equal((await of(second)).length, 1)
  assert.deepEqual(await of(theirs), [], 'of another business')
  assert.deepEqual(await of(first, '&channel=bank_transfer'), [])
  const { text, headers } = await api.get(`/api/v1/transactions/export?payment_link=${first.id}`, {
    key: business.keys.secretKey,
  })
  assert.equal(headers['x-total-count'], '2')
  for (const reference of byFirst) assert(text.includes(reference), reference)
})

test('a payment is found by the last digits of its card, its amount, and the session of its transfer', async () => {
  const owner = await givenBusiness(context)
  const carded = await givenPayment(api, owner, { reference: 'by-card', amount: 123_456 })
  await pay(api, carded.access_code, 'success')
  const { number } = cardNamed('success')
  const waiting = await givenPayment(api, owner, { reference: 'by-transfer', amount: 765_400 })
  const account_number = await askForAccount(api, waiting.access_code)
  const session_id = '090110261129133000000000004711'
  await transfer(api, owner, { account_number, amount: 765_400, session_id })
  await givenPayment(api, owner, { reference: `${number.slice(-4)}-order`, amount: 100_000 })

  const byDigits = await found(`q=${number.slice(-4)}`, owner)

  assert.deepEqual(byDigits, [`${number.slice(-4)}-order`, 'by-card'], 'or by its reference')
  assert.deepEqual(await found('q=1,234.56', owner), ['by-card'])
  assert.deepEqual(await found(`q=${encodeURIComponent('₦7,654')}`, owner), ['by-transfer'])
  assert.deepEqual(await found(`q=${session_id}`, owner), ['by-transfer'])
  const other = await givenBusiness(context)
  for (const text of [number.slice(-4), '1,234.56', session_id]) {
    assert.deepEqual(await found(`q=${text}`, other), [], text)
  }
})
