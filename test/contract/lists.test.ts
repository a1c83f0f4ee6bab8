import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import document from '../../docs/api/openapi.json' with { type: 'json' }
import { givenPayment, useApi } from '../api.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// What holds for every list of the API.

const context = useContext()
const api = useApi(context)

type Operation = { parameters?: { name: string }[] }
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
