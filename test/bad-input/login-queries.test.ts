import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import { givenMighty, type Mighty } from '../mighty.ts'
import { givenBusiness, useContext } from '../support.ts'

// What may stand in the address of a list for logins alone: pages and filters, of somebody who may
// look at everything.

const context = useContext()
const api = useApi(context)

let mighty: Mighty
before(async () => {
  await context.opened
  mighty = await givenMighty(context, api, await givenBusiness(context))
})

const NO_MODE = ['', 'LIVE', 'both', 'test%20', '%00', 'test&mode=live']
/** What each filter cannot be. */
const LISTS: Record<string, Record<string, string[]>> = {
  '/audit': {},
  '/operator/audit': {},
  '/operator/messages': {},
  '/operator/businesses': {
    q: ['x'.repeat(255), '%00', 'a%00b', 'a&q=b'],
    state: ['', 'Active', 'open', '%00', 'active&state=asked'],
  },
  '/operator/suspense': {
    mode: NO_MODE,
    state: ['', 'waiting', 'Open', '%00', 'open&state=assigned'],
  },
  '/operator/quarantine': { mode: NO_MODE },
  '/operator/disputes': {
    mode: NO_MODE,
    status: ['', 'Won', 'toString', '%00', 'won&status=lost'],
  },
  '/operator/notifications': {
    rail: ['', 'x'.repeat(65), '%00', 'a%0Ab', 'a&rail=b'],
    verdict: ['', 'Credited', 'toString', '%00', 'due&verdict=ignored'],
  },
  '/operator/reconciliation/exceptions': {
    mode: NO_MODE,
    rail: ['', 'x'.repeat(65), '%00', 'a%0Ab', 'a&rail=b'],
    class: ['', 'Duplicate', 'toString', '%00', 'duplicate&class=ours_only'],
  },
}
const WITHOUT_CURSOR = ['/operator/reconciliation/exceptions']

type Parameter = { in: string; name: string }

test('every list for logins alone is tried here, with every filter that it has', () => {
  const published = Object.entries(api.app.swagger().paths ?? {})
    .filter(([path]) => path.startsWith('/dashboard/api/'))
    .map(([path, operations]) => {
      const { parameters = [] } = (operations?.['get'] ?? {}) as { parameters?: Parameter[] }
      const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
      return [path.replace('/dashboard/api', ''), names.sort()] as const
    })
    .filter(([, names]) => names.includes('page'))
  const tried = Object.entries(LISTS).map(([path, filters]) => {
    const cursor = WITHOUT_CURSOR.includes(path) ? [] : ['cursor']
    return [path, ['page', 'perPage', ...cursor, ...Object.keys(filters)].sort()] as const
  })
  assert.deepEqual(Object.fromEntries(published), Object.fromEntries(tried))
})

for (const [path, filters] of Object.entries(LISTS)) {
  const hasCursor = !WITHOUT_CURSOR.includes(path)

  test(`GET ${path} refuses a page and a filter that cannot be`, async () => {
    const before = await contentsOf(context)
    const wrong: Record<string, string[]> = {
      page: ['-1', '0', '1.5', 'abc', '', '1e9', '10000000000', '%00', '1&page=2'],
      perPage: ['-1', '0', '101', '1000000', 'abc', '', '1&perPage=2'],
      cursor: hasCursor ? ['x', '', '%00', 'eyJpZCI6MX0', "'", 'a&cursor=b'] : [],
      ...filters,
    }
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const { status, body, text } = await get(`${path}?${field}=${value}`)
        const says = `${field}=${value}: ${text}`
        assert.deepEqual([status, body.code], [400, 'invalid_request'], says)
        assert.deepEqual(fieldsOf(body), [field], says)
      }
    }
    const { body } = await get(`${path}?page=0&perPage=0${hasCursor ? '&cursor=x' : ''}`)
    assert.deepEqual(fieldsOf(body), ['page', 'perPage', ...(hasCursor ? ['cursor'] : [])])
    assert.deepEqual(await contentsOf(context), before, 'nothing was written')
  })

  test(`GET ${path} gives at most 100, and beyond the end nothing`, async () => {
    const beyond = await get(`${path}?page=1000000&perPage=100`)
    assert.deepEqual([beyond.status, beyond.body.data], [200, []])
    const odd = await get(`${path}?unknown=1&__proto__=2&constructor=3`)
    assert.deepEqual([odd.status, odd.body.errors[0].code], [400, 'unknown_parameter'], odd.text)
    assert.deepEqual(fieldsOf(odd.body), ['unknown', '__proto__', 'constructor'])
    if (!hasCursor) return
    // An id alone: no cursor of any list.
    const id = Buffer.from('00000000-0000-7000-8000-000000000000').toString('base64url')
    const bare = await get(`${path}?cursor=${id}`)
    assert.deepEqual([bare.status, fieldsOf(bare.body)], [400, ['cursor']], bare.text)
  })
}

test('what is looked for is a text, whatever it would mean to a database', async () => {
  const found = await get('/operator/businesses?q=Demo%20Store')
  assert.equal(found.body.data.length, 1)
  for (const q of [
    '%25',
    '_',
    '%5C',
    '%5C%25',
    "'",
    "'%20or%20'1'='1",
    '--',
    '%F0%9F%98%80',
    '%2A',
  ]) {
    const { status, body, text } = await get(`/operator/businesses?q=${q}`)
    assert.equal(status, 200, text)
    assert.deepEqual([body.data, body.meta.total], [[], 0], q)
  }
})

function get(path: string) {
  return mighty.ask('GET', path)
}

function fieldsOf(body: { errors: { field: string }[] }): string[] {
  return body.errors.map(({ field }) => field)
}
