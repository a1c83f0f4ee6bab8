import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Answer, useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import { CUSTOMER, givenLink, type Link, submit } from '../links.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Payment links: each field as every type, and what people and programs send to a form. Every case
// says which fields are named, and that nothing was written.

const context = useContext()
const api = useApi(context)

const NO_TEXT = [5, true, [], ['x'], {}, { $gt: '' }]
const NO_NUMBER = ['20', 'NaN', '', true, [], [20], {}, 100.5, 1e300]
const NO_BOOLEAN = ['true', 1, 0, [], {}]

let business: GivenBusiness
let link: Link
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  link = await givenLink(api, business, { amount: null })
})

const post = (body: unknown) =>
  api.post('/api/v1/payment-links', { key: business.keys.secretKey, body })
const put = (body: unknown) =>
  api.put(`/api/v1/payment-links/${link.id}`, { key: business.keys.secretKey, body })

function fieldsOf({ body }: Answer): string[] {
  return (body.errors ?? []).map(({ field }: { field: string }) => field)
}

const LONG = 'x'.repeat(101)
/** What no link may have, of the call that makes one and of the one that changes it. */
const WRONG: Record<string, unknown[]> = {
  name: [...NO_TEXT, '', ' ', '\n', 'a\nb', 'a\tb', LONG],
  description: [...NO_TEXT, 'x'.repeat(501)],
  amount: [...NO_NUMBER, 0, -1, 99, 1_000_000_000_001],
  min_amount: [...NO_NUMBER, 0, 99, 1_000_000_000_001],
  max_amount: [...NO_NUMBER, 0, 99, 1_000_000_000_001],
  fields: [5, 'x', {}, Array.from({ length: 6 }, (_, i) => ({ label: `${i}` }))],
  callback_url: [...NO_TEXT, '', '/thanks', 'javascript:alert(1)', 'data:,x', 'ftp://a.example'],
  split_code: [...NO_TEXT, '', LONG],
  channels: [5, 'card', {}, [], ['cash'], ['card', 'card'], ['card', 'bank_transfer', 'card']],
  fee_bearer: [...NO_TEXT, 'nobody', ''],
  expires_at: [...NO_TEXT, '', 'tomorrow', '2099-02-30T00:00:00Z', '0000-01-01T00:00:00Z'],
  uses_max: [...NO_NUMBER, 0, -1, 1_000_001],
  metadata: [5, 'x', true, [1], { custom_fields: [] }, { payment_link: 'x' }],
}

test('each field of a link is of its kind and within its bounds, or is named', async () => {
  const before = await contentsOf(context)
  for (const [field, values] of Object.entries(WRONG)) {
    for (const value of values) {
      const says = `${field}: ${JSON.stringify(value)}`
      for (const answer of [
        await post({ name: 'Right', [field]: value }),
        await put({ [field]: value }),
      ]) {
        assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], says)
        const named = fieldsOf(answer).map((path) => path.split('.')[0])
        assert.deepEqual([...new Set(named)], [field], says)
      }
    }
  }
  for (const active of NO_BOOLEAN) {
    assert.deepEqual(fieldsOf(await put({ active })), ['active'], JSON.stringify(active))
  }
  for (const slug of [...NO_TEXT, '', 'ab', 'A-b', 'a b', 'a_b', 'ẹko', 'x'.repeat(61), '../x']) {
    assert.deepEqual(fieldsOf(await post({ name: 'Right', slug })), ['slug'], String(slug))
  }
  assert.deepEqual(await contentsOf(context), before)
})

test('what a customer is asked has a label of its own', async () => {
  for (const [field, at] of [
    [{}, 'fields.0.label'],
    [{ label: '' }, 'fields.0.label'],
    [{ label: 'a\nb' }, 'fields.0.label'],
    [{ label: 'x'.repeat(61) }, 'fields.0.label'],
    [{ label: 5 }, 'fields.0.label'],
    [{ label: 'Size', required: 'yes' }, 'fields.0.required'],
    [null, 'fields.0'],
    ['Size', 'fields.0'],
  ] as const) {
    assert.deepEqual(fieldsOf(await post({ name: 'Right', fields: [field] })), [at])
  }
  const twice = [{ label: 'Size' }, { label: ' size' }]
  assert.deepEqual(fieldsOf(await put({ fields: twice })), ['fields.1.label'])
})

test('metadata that is too large or too deep is named, and bodies that are none are refused', async () => {
  const deep = JSON.parse(`${'{"a":'.repeat(6)}1${'}'.repeat(6)}`)
  for (const metadata of [{ a: 'x'.repeat(2_048) }, deep]) {
    assert.deepEqual(fieldsOf(await post({ name: 'Right', metadata })), ['metadata'])
  }
  for (const raw of ['', '[]', 'null', '5', '{"name":"a","name":"b"}', '{"__proto__":{}}', '{']) {
    const { status, body } = await api.post('/api/v1/payment-links', {
      key: business.keys.secretKey,
      raw,
    })
    assert.equal(status, 400, raw)
    assert.match(body.code, /^invalid_(json|request)$/, raw)
  }
})

test('metadata comes back as it was sent, to the last digit', async () => {
  const raw = '{"name":"Exact","metadata":{"n": 9007199254740993.10, "e":1E2}}'
  const made = await api.post('/api/v1/payment-links', { key: business.keys.secretKey, raw })
  await submit(api, made.body.data.slug, { ...CUSTOMER, naira: '500' })

  const [row] = await context.sql<{ metadata: string }[]>`
    select metadata from transaction
    where business_id = ${business.businessId} and mode = 'test'
    order by id desc
    limit 1
  `
  const own = `"payment_link":"${made.body.data.id}"`
  assert.equal(row!.metadata, `{"n": 9007199254740993.10, "e":1E2,${own}}`)
})

test('a form that is no form, is too large or holds what no line may is refused and writes nothing', async () => {
  const before = await contentsOf(context)
  const { slug } = link
  const right = { ...CUSTOMER, naira: '500' }
  const cases: [number, Record<string, string> | string, Record<string, string>?][] = [
    [400, ''],
    [400, '%'],
    [400, { ...right, name: 'a\0b' }],
    [400, { ...right, name: 'a\r\nBcc: eve@example.com' }],
    [400, { ...right, name: 'x'.repeat(201) }],
    [400, { ...right, email: 'ada@example.com\r\nBcc: eve@example.com' }],
    [400, { ...right, email: `${'a'.repeat(250)}@example.com` }],
    [400, { ...right, naira: '9'.repeat(40) }],
    [400, { ...right, naira: '10000000000.01' }],
    [413, { ...right, name: 'x'.repeat(17_000) }],
    [415, '{"email":"ada@example.com"}', { 'content-type': 'application/json+x' }],
  ]
  for (const [status, fields, headers] of cases) {
    const answer = await submit(api, slug, fields, headers)
    assert.equal(answer.status, status, JSON.stringify(fields).slice(0, 80))
    assert.match(answer.text, /<!doctype html>/i)
  }
  assert.deepEqual(await contentsOf(context), before)
})

test('an address with anything behind it shows the page', async () => {
  for (const query of [
    'amount=%00',
    'amount=1&amount=2',
    'email[]=a',
    '__proto__=x',
    'lang=__proto__',
  ]) {
    const { status, text } = await api.get(`/pay/${link.slug}?${query}`)
    assert.equal(status, 200, query)
    assert.match(text, /<form method="post"/)
  }
})
