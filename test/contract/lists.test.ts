import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import document from '../../docs/api/openapi.json' with { type: 'json' }
import { dayOf } from '../../src/platform/lagos.ts'
import { givenPayment, useApi } from '../api.ts'
import { givenLink } from '../links.ts'
import { transfer } from '../payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// What holds for every list of the API.

const context = useContext()
const api = useApi(context)

type Operation = { parameters?: { name?: string }[] }
const lists = Object.entries(document.paths as Record<string, { get?: Operation }>)
  .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'cursor'))
  .map(([path]) => path.replace('/api/v1', ''))

let business: GivenBusiness
let cursor: string
before(async () => {
  business = await givenBusiness(context)
  for (let i = 0; i < 3; i += 1) await givenPayment(api, business)
  cursor = (await get('/transactions?status=pending&perPage=1')).body.meta.next
})

const get = (path: string, by = business) => api.get(`/api/v1${path}`, { key: by.keys.secretKey })

test('a cursor goes on in its list, with its filters in any order and pages of any size', async () => {
  const next = await get(`/transactions?perPage=2&cursor=${cursor}&status=pending`)

  assert.equal(next.status, 200, next.text)
  assert.equal(next.body.data.length, 2)
  assert.deepEqual([next.body.meta.total, next.body.meta.total_capped], [3, false])
})

test('a cursor is refused in any other list, with the fix', async () => {
  const other = await givenBusiness(context)
  const [first] = (await get('/settlements')).body.data
  assert(lists.length >= 16, lists.join())
  for (const path of lists) {
    const asked = path.replace('{id}', first?.id ?? `set_${'0'.repeat(32)}`)
    const { status, body, text } = await get(`${asked}?cursor=${cursor}`)

    assert.deepEqual([status, body.errors?.[0]?.field], [400, 'cursor'], `${asked} ${text}`)
    assert.match(body.errors[0].message, /same filters .* start again without cursor/)
  }
  const ways = [
    get(`/transactions?cursor=${cursor}`),
    get(`/transactions?status=success&cursor=${cursor}`),
    get(`/transactions?status=pending&channel=card&cursor=${cursor}`),
    get(`/transactions?status=pending&cursor=${cursor}`, other),
  ]
  for (const { status, body } of await Promise.all(ways)) {
    assert.deepEqual([status, body.errors[0].field], [400, 'cursor'])
  }
})

test('a page number beside a cursor is refused in every list', async () => {
  for (const path of lists) {
    const asked = path.replace('{id}', `set_${'0'.repeat(32)}`)
    const { status, body } = await get(`${asked}?page=1&cursor=${cursor}`)
    assert.deepEqual([status, body.errors[0].field], [400, 'page'], asked)
  }
  const { body } = await get(`/transactions?status=pending&page=2&cursor=${cursor}`)
  assert.deepEqual(body.errors, [
    {
      field: 'page',
      code: 'invalid',
      message: 'page must be left out where cursor is sent: the cursor has the place.',
    },
  ])
})

test('several statuses are separated by commas, and each value must be known', async () => {
  const numbers = await givenTopUps(2)
  const statuses: Record<string, [string, string]> = {
    '/transactions': ['pending', 'success'],
    '/deposits': ['matched', 'returned'],
    '/refunds': ['pending', 'failed'],
    '/payouts': ['success', 'reversed'],
    '/identity': ['Pending', 'SUCCESS'],
  }

  assert.equal((await get('/deposits?status=returned,matched')).body.data.length, numbers.length)
  assert.equal((await get('/deposits?status=returned,unmatched')).body.data.length, 0)
  assert.equal((await get('/transactions?status=failed,pending')).body.data.length, 3)
  assert.equal((await get('/transactions?status=failed,success')).body.data.length, 0)
  for (const [path, both] of Object.entries(statuses)) {
    const known = both.join(',')
    assert.equal((await get(`${path}?status=${known}`)).status, 200, path)
    for (const wrong of ['x', `${known},`, `${known},x`, `${known}&status=${known}`]) {
      const { status, body } = await get(`${path}?status=${wrong}`)
      assert.deepEqual([status, body.errors[0].field], [400, 'status'], `${path} ${wrong}`)
    }
  }
})

test('a deposit is found by its id and its session id, and listed by account and time', async () => {
  const [first, second] = await givenTopUps(2)
  const other = await givenBusiness(context)
  const idsOf = async (query: string, by = business) =>
    (await get(`/deposits?${query}`, by)).body.data.map(({ id }: { id: string }) => id)

  for (const name of [first!.id, first!.session_id]) {
    assert.deepEqual((await get(`/deposits/${name}`)).body.data, first)
    assert.equal((await get(`/deposits/${name}`, other)).body.code, 'deposit_not_found')
  }
  assert.deepEqual(await idsOf(`session_id=${second!.session_id}`), [second!.id])
  assert.deepEqual(await idsOf(`session_id=${second!.session_id}`, other), [])
  assert((await idsOf(`account_number=${first!.account_number}`)).includes(first!.id))
  assert.deepEqual(await idsOf('account_number=0000000000'), [])
  const today = dayOf(context.now())
  assert((await idsOf(`from=${today}&to=${today}`)).includes(second!.id))
  assert.deepEqual(await idsOf('to=2020-01-01'), [])
})

test('lists of what can be switched off are narrowed by whether it is on, and by time', async () => {
  const link = await givenLink(api, business)
  const off = await givenLink(api, business)
  const key = business.keys.secretKey
  await api.put(`/api/v1/payment-links/${off.id}`, { key, body: { active: false } })
  const linksOf = async (query: string) =>
    (await get(`/payment-links?${query}`)).body.data.map(({ id }: { id: string }) => id)

  assert.deepEqual(await linksOf('active=true'), [link.id])
  assert.deepEqual(await linksOf('active=false'), [off.id])
  for (const path of ['/payment-links', '/splits', '/subaccounts']) {
    const before = await get(`${path}?active=true&to=2020-01-01`)
    assert.deepEqual([before.status, before.body.data], [200, []], before.text)
    assert.equal((await get(`${path}?active=maybe`)).body.errors[0].field, 'active')
  }
  const dated = ['/settlements', '/identity', '/deposits/quarantine', '/balance/ledger']
  for (const path of [...dated, '/deposits', '/splits', '/subaccounts', '/payment-links']) {
    assert.deepEqual((await get(`${path}?to=2020-01-01`)).body.data, [], path)
    const { status, body } = await get(`${path}?from=2026-02-02&to=2026-01-01`)
    assert.deepEqual([status, body.errors[0].field], [400, 'to'], path)
  }
})

/** The newest deposits, newest first: transfers to the wallet. */
async function givenTopUps(count: number) {
  const { account_number } = (await get('/balance')).body.data.account
  for (let i = 0; i < count; i += 1) {
    await transfer(api, business, { account_number, amount: 5_000 + i })
  }
  return (await get('/deposits')).body.data
}
