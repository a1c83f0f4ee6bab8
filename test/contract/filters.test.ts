import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import document from '../../docs/api/openapi.json' with { type: 'json' }
import { givenPayment, useApi } from '../api.ts'
import { askForAccount, givenDedicated, pay, transfer } from '../payments.ts'
import { askForBatch } from '../payout-batches.ts'
import { askRefund } from '../refunds.ts'
import { givenPlan, send } from '../subscriptions.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// The filters of every list of the API.

const context = useContext()
const api = useApi(context)

type Schema = { type?: string; enum?: string[]; anyOf?: Schema[] }
type Parameter = { name?: string; in?: string; schema?: Schema }
type Operation = { parameters?: Parameter[] }
const PAGING = ['page', 'perPage', 'cursor']
const lists = Object.entries(document.paths as unknown as Record<string, { get?: Operation }>)
  .map(([path, { get }]) => ({
    path: path.replace('/api/v1', ''),
    query: (get?.parameters ?? []).filter((one) => one.in === 'query'),
  }))
  .filter(({ query }) => query.some(({ name }) => name === 'page'))
  .map(({ path, query }) => ({
    path,
    filters: query.filter(({ name }) => !PAGING.includes(name!)),
  }))

let business: GivenBusiness
before(async () => {
  business = await givenBusiness(context)
})

const get = (path: string) => api.get(`/api/v1${path}`, { key: business.keys.secretKey })
type Found = { [field: string]: unknown }[]
const found = async (path: string): Promise<Found> => {
  const { status, body, text } = await get(path)
  assert.equal(status, 200, `${path}: ${text}`)
  return body.data
}

test('the table of filters in the documentation is that of the API', () => {
  const page = readFileSync('docs/lists.md', 'utf8')
  const [, table = ''] = page.split('## The filters of each list\n')
  const rows = [...table.matchAll(/^\| `GET (\S+)` \| (.*) \|$/gm)].map(([, path, names]) => [
    path,
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name).toSorted(),
  ])
  const published = lists.map(({ path, filters }) => [
    path,
    filters.map(({ name }) => name).toSorted(),
  ])
  assert.deepEqual(Object.fromEntries(rows), Object.fromEntries(published))
})

test('a list whose records have a time, a status or a customer has the filters of it', () => {
  /** Parts of one record, with its times. */
  const PARTS = ['/settlements/{id}/items', '/payout-batches/{id}/payouts', '/sandbox/messages']
  for (const { path, filters } of lists) {
    const names = filters.map(({ name }) => name)
    const isPart = PARTS.includes(path)
    assert.equal(names.includes('from') && names.includes('to'), !isPart, path)
    assert.equal(names.includes('customer'), names.includes('email') && path !== '/customers', path)
  }
})

test('a value that a filter does not know is refused with the field and the permitted values', async () => {
  let walked = 0
  for (const { path, filters } of lists) {
    for (const { name, schema } of filters) {
      const values = schema?.enum ?? schema?.anyOf?.flatMap((one) => one.enum ?? [])
      if (!values?.length) continue
      walked += 1
      const asked = path.replace('{id}', `set_${'0'.repeat(32)}`)
      const { status, body, text } = await get(`${asked}?${name}=nonsense`)
      assert.deepEqual([status, body.errors?.[0]?.field], [400, name], `${asked}: ${text}`)
      for (const value of values) assert(body.errors[0].message.includes(value), text)
    }
  }
  assert(walked >= 16, `${walked} filters`)
})

test('several statuses or types of one filter are those of either', async () => {
  for (const { path, filters } of lists) {
    if (path.includes('{')) continue
    for (const { name, schema } of filters) {
      const [one, two] = schema?.anyOf?.find((each) => each.enum)?.enum ?? []
      if (one === undefined || two === undefined) continue
      const both = await get(`${path}?${name}=${one},${two}`)
      const alone = await Promise.all([one, two].map((value) => get(`${path}?${name}=${value}`)))
      const total = alone.reduce((sum, { body }) => sum + body.meta.total, 0)
      assert.equal(both.body.meta.total, total, `${path}?${name}=${one},${two}`)
    }
  }
  const { secretKey: key } = business.keys
  await api.put('/api/v1/webhooks', { key, body: { url: 'https://shop.example/hooks' } })
  const paid = await givenPayment(api, business)
  await pay(api, paid.access_code, 'success')
  await askRefund(api, business, { transaction: paid.reference, amount: 100 })
  const types = new Set((await found('/events')).map(({ type }) => type as string))
  const chosen = [...types].slice(0, 2)
  const events = await found(`/events?type=${chosen.join()}&status=pending,none`)
  assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(chosen))
})

test('a customer is named by id, code or email address in each list that is about customers', async () => {
  const owner = business
  const email = 'Chidi@example.com'
  for (const one of [email, 'other@example.com']) {
    const paid = await givenPayment(api, owner, { email: one })
    await pay(api, paid.access_code, 'success')
    const refund = { transaction: paid.reference, amount: 100 }
    assert.equal((await askRefund(api, owner, refund)).status, 201)
    const waiting = await givenPayment(api, owner, { email: one })
    const account_number = await askForAccount(api, waiting.access_code)
    await transfer(api, owner, { account_number, amount: 500_000 })
    await givenDedicated(api, owner, { email: one })
    const { plan_code: plan } = await givenPlan(api, owner)
    await send(api, owner, 'POST', '/subscriptions', { plan, customer: one })
  }
  const [customer]: Found = await found(`/customers?email=${email.toLowerCase()}`)
  assert(customer)
  const about = lists.filter(({ filters }) => filters.some(({ name }) => name === 'customer'))
  assert.deepEqual(
    about.map(({ path }) => path),
    ['/transactions', '/dedicated-virtual-accounts', '/deposits', '/refunds', '/subscriptions'],
  )
  for (const { path } of about) {
    const [all, own]: [Found, Found] = await Promise.all([
      found(path),
      found(`${path}?customer=${customer['id']}`),
    ])
    assert(own.length > 0 && own.length < all.length, path)
    for (const query of [
      `customer=${customer['customer_code']}`,
      `customer=${encodeURIComponent(email)}`,
      `email=${encodeURIComponent(email.toUpperCase())}`,
      `email=${encodeURIComponent(email)}&customer=${customer['id']}`,
    ]) {
      assert.deepEqual(await found(`${path}?${query}`), own, `${path}?${query}`)
    }
    assert.deepEqual(await found(`${path}?email=nobody@example.com`), [], path)
    assert.deepEqual(await found(`${path}?customer=nobody@example.com`), [], path)
    const mixed: string = `customer=${customer['id']}&email=other@example.com`
    assert.deepEqual(await found(`${path}?${mixed}`), [], path)
    const wrong = await get(`${path}?customer=chidi`)
    assert.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'customer'], path)
    assert.match(wrong.body.errors[0].message, /cus_.*CUS_.*email address/)
  }
})

test('customers are found by time together with a name, and counted so', async () => {
  const { secretKey: key } = business.keys
  const post = (email: string) =>
    api.post('/api/v1/customers', { key, body: { email, first_name: 'Zed', last_name: 'Sample' } })
  await post('zed-1@example.com')
  context.advance(60_000)
  const since = context.now().toISOString()
  await post('zed-2@example.com')

  const { body } = await get(`/customers?q=zed&from=${since}`)
  const { body: until } = await get(`/customers?q=zed&to=${since}`)

  const emails = (answer: typeof body) => answer.data.map((one: { email: string }) => one.email)
  assert.deepEqual([emails(body), body.meta.total], [['zed-2@example.com'], 1])
  assert.deepEqual([emails(until), until.meta.total], [['zed-1@example.com'], 1])
})

test('batches and their payouts are found by one of several statuses', async () => {
  const { body: made } = await askForBatch(api, business, [{ amount: 100 }, { amount: 200 }])
  const { id } = made.data

  assert.equal((await found('/payout-batches?status=checking,ready')).length, 1)
  assert.equal((await found('/payout-batches?status=completed,cancelled')).length, 0)
  assert.equal((await found(`/payout-batches/${id}/payouts?status=waiting,success`)).length, 2)
  assert.equal((await found(`/payout-batches/${id}/payouts?status=failed,not_sent`)).length, 0)
})
