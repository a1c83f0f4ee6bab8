import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { DAY } from '../../src/platform/clock.ts'
import { type Answer, givenPayment, openApi, recordIn, useApi } from '../api.ts'
import { assertBooksTie } from '../books.ts'
import { said, shape } from '../credentials.ts'
import { askForAccount, eventsOf, givenDedicated, transfer } from '../payments.ts'
import { scaled } from '../scale.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  givenLive,
  useContext,
} from '../support.ts'

// The contract, parts "Customer", "Dedicated virtual account", "Create dedicated virtual account"
// and "Fetch all dedicated virtual accounts", and what they leave open.

const context = useContext()
const api = useApi(context)

const PATH = '/api/v1/dedicated-virtual-accounts'
const ACCOUNTS_MADE = scaled(2_000, 200)
/** Few enough that a busy machine refuses none as too many. */
const MAKERS = 8
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const ADA = { first_name: 'Ada', last_name: 'Example', email: 'Ada@Example.com' }

let business: GivenBusiness
before(async () => {
  await context.opened
  context.rails.live = [context.rails.test]
})
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

const create = (customer: object, more: object = {}, by = business) =>
  api.post(PATH, { key: by.keys.secretKey, body: { customer, ...more } })
const get = (path: string, by: Pick<GivenBusiness, 'keys'> = business) =>
  api.get(`${PATH}${path}`, { key: by.keys.secretKey })

async function list(query = '') {
  const { status, body, text } = await get(query)
  assert.equal(status, 200, text)
  return body as { data: Record<string, unknown>[]; meta: Record<string, unknown> }
}
const emailsIn = ({ data }: { data: { customer?: { email: string } }[] }) =>
  data.map(({ customer }) => customer?.email)

/** So many accounts, oldest first. */
async function givenAccounts(count: number) {
  const accounts = []
  for (let i = 0; i < count; i++) {
    accounts.push(await givenDedicated(api, business))
    context.advance(1)
  }
  return accounts
}

test('"POST /api/v1/dedicated-virtual-accounts, with the secret key": the account, field by field', async () => {
  const { status, body } = await create(
    { ...ADA, phone: '+2348030000000', bvn: '22298765431' },
    { split_code: undefined },
  )

  assert.equal(status, 200)
  const { id, account_number, assigned_at, created_at, updated_at, customer } = body.data
  assert.deepEqual(body, {
    status: 'success',
    message: 'Dedicated virtual account created',
    data: {
      id,
      domain: 'test',
      account_number,
      account_name: 'DEMO STORE/ADA EXAMPLE',
      bank: { name: 'Test Bank', code: '001', slug: 'test-bank' },
      currency: 'NGN',
      tier: 3,
      limits: null,
      active: true,
      assigned_at,
      split_code: null,
      metadata: null,
      customer: {
        id: customer.id,
        customer_code: customer.customer_code,
        first_name: 'Ada',
        last_name: 'Example',
        name: 'Ada Example',
        email: 'Ada@Example.com',
        phone: '+2348030000000',
        bvn: '*******5431',
        nin: null,
      },
      created_at,
      updated_at,
      created: true,
    },
  })
  assert.match(id, /^dva_[0-9a-f]{32}$/)
  assert.match(account_number, /^\d{10}$/)
  assert.match(customer.id, /^cus_[0-9a-f]{32}$/)
  assert.match(customer.customer_code, /^CUS_[A-Za-z0-9_-]{22}$/)
  for (const time of [assigned_at, created_at, updated_at]) assert.match(time, ISO)
  assert(created_at <= assigned_at && assigned_at <= updated_at)
})

test('"first_name, last_name, email" are enough; "phone" and "bvn" are optional', async () => {
  const { status, body } = await create(ADA)
  assert.equal(status, 200)
  assert.equal(body.data.tier, 1)
  assert.deepEqual([body.data.customer.phone, body.data.customer.bvn], [null, null])
})

test('"bvn: 11 digits; required for Tier 3 accounts"', async () => {
  assert.equal((await create({ ...ADA, bvn: '01234567890' })).body.data.tier, 3)
  for (const bvn of ['1234567890', '123456789012']) {
    assert.equal((await create({ ...ADA, bvn })).status, 400)
  }
})

test('"email: unique per customer", whatever its letter case', async () => {
  const { body: first } = await create(ADA)
  const { body: second } = await create({ ...ADA, email: 'aDA@eXAMPLE.COM', first_name: 'Other' })
  const { body: third } = await create({ ...ADA, email: 'ada+1@example.com' })

  assert.deepEqual(second.data, { ...first.data, created: false })
  assert.equal(second.message, 'This customer already has this dedicated virtual account')
  assert.notEqual(third.data.customer.id, first.data.customer.id)
})

test('"If the customer does not exist, the service creates it automatically", and tells of the account', async () => {
  const { body } = await create(ADA)

  assert.deepEqual(await eventsOf(context, business), [
    { type: 'dedicated_virtual_account.created', data: recordIn({ body }) },
  ])
  const { access_code, reference } = await givenPayment(api, business, {
    email: 'ada@example.com',
    name: 'Somebody Else',
  })
  assert(access_code)
  const { body: verified } = await api.get(`/api/v1/transactions/verify/${reference}`, {
    key: business.keys.secretKey,
  })
  assert.equal(verified.data.customer.id, body.data.customer.id)
})

test('"once generated it stays active indefinitely": it takes money years later, and is never removed', async () => {
  const { body } = await create(ADA)
  const { id, account_number } = body.data
  context.advance(1_000 * DAY)

  const { status } = await transfer(api, business, { account_number, amount: 100_000 })

  assert.equal(status, 200)
  assert.deepEqual((await get(`/${id}`)).body.data, recordIn({ body }))
  assert.deepEqual(recordIn(await create(ADA)), recordIn({ body }))
  for (const method of ['DELETE', 'PUT', 'POST'] as const) {
    const answer = await api.send({
      method,
      url: `${PATH}/${id}`,
      headers: { authorization: `Bearer ${business.keys.secretKey}` },
    })
    assert.deepEqual([answer.status, answer.headers['allow']], [405, 'GET, HEAD, PATCH'], method)
  }
})

test('the same request again, with its Idempotency-Key, is the same answer, byte for byte', async () => {
  const send = () =>
    api.post(PATH, {
      key: business.keys.secretKey,
      body: { customer: ADA },
      headers: { 'idempotency-key': 'one-account' },
    })
  const first = await send()
  const again = await send()
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers['idempotent-replayed'], 'true')
})

test('"a paginated list of all dedicated virtual accounts created by the business", newest first', async () => {
  const accounts = await givenAccounts(5)
  await givenDedicated(api, await givenBusiness(context, 'Other Store'))

  const { data, meta } = await list()

  assert.deepEqual(data, accounts.toReversed())
  assert.deepEqual(meta, {
    total: 5,
    total_capped: false,
    page: 1,
    perPage: 50,
    pageCount: 1,
    next: null,
  })
})

test('pages of two: each account once, and nothing beyond the end', async () => {
  const accounts = (await givenAccounts(5)).toReversed()
  const pages = await Promise.all(
    [1, 2, 3, 4, 1_000_000].map((page) => list(`?page=${page}&perPage=2`)),
  )

  const sizes = pages.map(({ data }) => data.length)
  assert.deepEqual(sizes, [2, 2, 1, 0, 0])
  assert.deepEqual(
    pages.flatMap(({ data }) => data),
    accounts,
  )
  for (const { meta } of pages) assert.deepEqual([meta['total'], meta['pageCount']], [5, 3])
  assert.deepEqual(
    pages.map(({ meta }) => meta['next'] !== null),
    [true, true, false, false, false],
  )
})

test('an empty list is a list', async () => {
  const { data, meta } = await list()
  assert.deepEqual([data, meta['total'], meta['pageCount'], meta['next']], [[], 0, 0, null])
})

test('a list is filtered by customer, by id or code or address, and by number', async () => {
  const [first, second] = await givenAccounts(2)
  const { id, customer_code, email } = first.customer

  for (const customer of [id, customer_code, email, email.toUpperCase()]) {
    const { data, meta } = await list(`?customer=${encodeURIComponent(customer)}`)
    assert.deepEqual([data, meta['total']], [[first], 1], customer)
  }
  assert.deepEqual((await list(`?account_number=${second.account_number}`)).data, [second])
  const both = `?customer=${id}&account_number=${second.account_number}`
  assert.deepEqual((await list(both)).data, [], 'both must fit')
})

test('a filter finds nothing of another business, and does not say that it is there', async () => {
  await givenAccounts(1)
  const other = await givenBusiness(context, 'Other Store')
  const theirs = await givenDedicated(api, other)
  const { access_code } = await givenPayment(api, business)
  const oneOff = await askForAccount(api, access_code)

  for (const query of [
    `customer=${theirs.customer.id}`,
    `customer=${theirs.customer.customer_code}`,
    `customer=${theirs.customer.email}`,
    `customer=cus_${'0'.repeat(32)}`,
    'customer=nobody@example.com',
    'customer=%00@',
    `account_number=${theirs.account_number}`,
    `account_number=${oneOff}`,
    'account_number=0000000000',
  ]) {
    const { data, meta } = await list(`?${query}`)
    assert.deepEqual([data, meta['total']], [[], 0], query)
  }
})

test('an account is looked at by its id and by its number', async () => {
  const account = await givenDedicated(api, business)
  for (const name of [account.id, account.account_number]) {
    const { body } = await get(`/${name}`)
    assert.deepEqual(body.data, account)
    assert.equal(body.message, 'Dedicated virtual account found')
  }
})

test('what is unknown, another’s, of the other mode, of another kind or malformed is one answer', async () => {
  const live = { ...business, keys: await givenLive(context, business.businessId) }
  const other = await givenBusiness(context, 'Other Store')
  const mine = await givenDedicated(api, business)
  const theirs = await givenDedicated(api, other)
  const { body: inLive } = await create({ ...ADA, bvn: '22298765431' }, {}, live)
  const { body: wallet } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  const { access_code } = await givenPayment(api, business)
  const names = [
    `dva_${'0'.repeat(32)}`,
    theirs.id,
    theirs.account_number,
    inLive.data.id,
    inLive.data.account_number,
    wallet.data.account.account_number,
    await askForAccount(api, access_code),
    '0000000000',
    mine.id.toUpperCase(),
    mine.id.slice(4),
    mine.id.slice(0, -1),
    `${mine.id}0`,
    mine.id.replace('dva_', 'cus_'),
    mine.customer.id,
    mine.account_number.slice(1),
    `${mine.account_number}%20`,
    '%00',
    "'%20or%20'1'='1",
    '٠١٢٣٤٥٦٧٨٩',
    'x'.repeat(1_900),
  ]

  const answers: Answer[] = []
  for (const name of names) {
    const headers = { 'x-request-id': 'the-same-for-all' }
    const path = `${PATH}/${encodeURI(name).replaceAll('%25', '%')}`
    answers.push(await api.get(path, { key: business.keys.secretKey, headers }))
  }
  for (const [i, answer] of answers.entries()) {
    assert.deepEqual(said(answer), [404, 'account_not_found'], names[i]!)
    assert.deepEqual(shape(answer), shape(answers[0]!), names[i]!)
  }
  assert.equal((await get(`/${mine.id}`, live)).status, 404, 'nor does live see test')
})

test('a walk by cursor misses none that were there, and repeats none, while many are made', async (t) => {
  const others = [contextOn(context.database), contextOn(context.database)]
  const processes = await Promise.all(others.map(openApi))
  const answered: string[] = []
  let begun = 0
  const maker = async (which: number) => {
    while (begun < ACCOUNTS_MADE) {
      begun += 1
      answered.push((await givenDedicated(processes[which % 2]!, business)).id)
    }
  }
  const making = Promise.all(Array.from({ length: MAKERS }, (_, which) => maker(which)))
  t.after(async () => {
    begun = ACCOUNTS_MADE
    await making
    await Promise.all(processes.map(({ app }) => app.close()))
    await Promise.all(others.map(disconnect))
  })
  let walks = 0
  while (begun < ACCOUNTS_MADE) {
    const there = new Set(answered)
    const seen: string[] = []
    for (let cursor: unknown = ''; cursor !== null; ) {
      const { data, meta } = await list(`?perPage=37${cursor && `&cursor=${cursor}`}`)
      seen.push(...data.map(({ id }) => id as string))
      cursor = meta['next']
    }
    assert.equal(new Set(seen).size, seen.length, 'none twice')
    assert.equal(there.difference(new Set(seen)).size, 0, 'none is missing')
    assert.deepEqual(seen, seen.toSorted().reverse(), 'newest first')
    if (there.size > 37) walks += 1
  }
  await making
  assert(walks > 1, 'walks over several pages were under way meanwhile')
  assert.equal((await list('?perPage=1')).meta['total'], ACCOUNTS_MADE)
})

test('a cursor of another business is refused', async () => {
  const accounts = await givenAccounts(3)
  const other = await givenBusiness(context, 'Other Store')
  const { meta } = await list('?perPage=2')
  const { status, body } = await get(`?perPage=2&cursor=${meta['next']}`, other)
  assert.deepEqual([status, body.errors[0].field], [400, 'cursor'])
  assert.deepEqual(emailsIn((await list(`?cursor=${meta['next']}`)) as never), [
    accounts[0].customer.email,
  ])
})
