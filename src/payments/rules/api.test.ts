import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { givenRule, tryRule } from '../../../test/rules.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { createRule } from './rules.ts'
import { RULES_MAX } from './weigh.ts'

// Rules through the API: created switched off, changed, deleted; and what is wrong about them.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let key: string
beforeEach(async () => {
  business = await givenBusiness(context)
  key = business.keys.secretKey
})

const LARGE = { name: 'Large', kind: 'amount', action: 'review', amount: 50_000_000 }

test('a rule is created switched off, changed under its tag, and deleted', async () => {
  const made = await api.post('/api/v1/rules', { key, body: { ...LARGE, channels: ['card'] } })
  const { id } = made.body.data
  const path = `/api/v1/rules/${id}`
  const tag = String(made.headers.etag)

  assert.deepEqual([made.status, made.body.data.active, made.body.data.points], [201, false, 0])
  const fetched = await api.get(path, { key })
  assert.deepEqual([fetched.body.data, fetched.headers.etag], [made.body.data, tag])
  const body = { active: true, amount: 100, channels: null, points: 10 }
  const changed = await api.patch(path, { key, body, headers: { 'if-match': tag } })
  const { active, amount, channels, points } = changed.body.data
  assert.deepEqual([active, amount, channels, points], [true, 100, null, 10])
  const late = await api.patch(path, { key, body, headers: { 'if-match': tag } })
  assert.equal(late.body.code, 'version_conflict')
  const lateDelete = await api.delete(path, { key, headers: { 'if-match': tag } })
  assert.equal(lateDelete.body.code, 'version_conflict')
  assert.equal((await api.delete(path, { key })).status, 200)
  assert.equal((await api.get(path, { key })).body.code, 'rule_not_found')
})

test('a list narrows rules by kind and by whether they are switched on', async () => {
  await givenRule(api, business, { kind: 'amount', amount: 100 })
  await givenRule(api, business, { kind: 'email', values: ['ada@example.com'], active: false })
  const kinds = async (query: string) => {
    const { body } = await api.get(`/api/v1/rules${query}`, { key })
    return body.data.map(({ kind }: { kind: string }) => kind)
  }

  assert.deepEqual(await kinds(''), ['email', 'amount'])
  assert.deepEqual(await kinds('?active=true'), ['amount'])
  assert.deepEqual(await kinds('?active=false'), ['email'])
  assert.deepEqual(await kinds('?kind=email,ip'), ['email'])
})

const wrong: [what: string, body: object, field: string][] = [
  ['an amount without its amount', { kind: 'amount' }, 'amount'],
  ['an amount with a limit', { kind: 'amount', amount: 100, limit: 2 }, 'limit'],
  ['a count without its limit', { kind: 'payments_per_ip' }, 'limit'],
  ['a count with values', { kind: 'payments_per_ip', limit: 1, values: ['NG'] }, 'values'],
  ['a list without values', { kind: 'email' }, 'values'],
  ['an empty list', { kind: 'email', values: [] }, 'values'],
  ['channels of a list', { kind: 'ip', values: ['10.0.0.1'], channels: ['card'] }, 'channels'],
  ['a country in small letters', { kind: 'card_country_in', values: ['ng'] }, 'values[0]'],
  ['an email without an @', { kind: 'email', values: ['a@b.example', 'ada'] }, 'values[1]'],
  ['an address that is none', { kind: 'ip', values: ['10.0.0.256'] }, 'values[0]'],
  ['an unknown kind', { kind: 'bin', values: ['408408'] }, 'kind'],
  ['a limit of 0', { kind: 'payments_per_ip', limit: 0 }, 'limit'],
  ['an amount of 0', { kind: 'amount', amount: 0 }, 'amount'],
]
for (const [what, body, field] of wrong) {
  test(`${what} is refused, and a try of it too: the error names ${field}`, async () => {
    const named = { name: 'A rule', action: 'refuse', ...body }

    const made = await api.post('/api/v1/rules', { key, body: named })
    const tried = await tryRule(api, business, { ...body })

    for (const { status, body: answer } of [made, tried]) {
      assert.deepEqual([status, answer.errors[0].field], [400, field], JSON.stringify(answer))
    }
  })
}

test('only lists of emails, addresses and cards can allow', async () => {
  const body = { ...LARGE, action: 'allow' }
  const made = await api.post('/api/v1/rules', { key, body })
  const { id } = await givenRule(api, business, { kind: 'amount', amount: 100 })
  const changed = await api.patch(`/api/v1/rules/${id}`, { key, body: { action: 'allow' } })

  for (const { body: answer } of [made, changed]) assert.equal(answer.errors[0].field, 'action')
})

test('a change cannot give a rule what its kind does not take', async () => {
  const { id } = await givenRule(api, business, { kind: 'amount', amount: 100 })

  const changed = await api.patch(`/api/v1/rules/${id}`, { key, body: { limit: 2 } })

  assert.equal(changed.body.errors[0].field, 'limit')
})

test('a card of a payment that no card has tried cannot be listed', async () => {
  const { reference } = await givenPayment(api, business)
  const body = { name: 'Cards', kind: 'card', action: 'refuse', values: [reference] }

  const made = await api.post('/api/v1/rules', { key, body })
  const unknown = await api.post('/api/v1/rules', { key, body: { ...body, values: ['nothing'] } })

  assert.equal(made.body.errors[0].field, 'values[0]')
  assert.equal(unknown.body.code, 'transaction_not_found')
})

test('a business has at most fifty rules, also if two are created at once', async () => {
  const input = { name: 'A rule', kind: 'amount', action: 'review', points: 0 } as const
  const create = () => api.post('/api/v1/rules', { key, body: LARGE })
  const amount = 100n as never
  for (let i = 1; i < RULES_MAX; i++) {
    await createRule(context, business, { ...input, amount }, null)
  }

  const codes = (await Promise.all([create(), create()])).map(({ body }) => body.code ?? 'made')

  assert.deepEqual(codes.sort(), ['made', 'too_many_rules'])
})

test('a repeated request with its Idempotency-Key makes one rule', async () => {
  const create = () =>
    api.post('/api/v1/rules', { key, body: LARGE, headers: { 'idempotency-key': 'one' } })

  const [one, two] = [await create(), await create()]

  assert.deepEqual(two.body.data, one.body.data)
  assert.equal((await api.get('/api/v1/rules', { key })).body.meta.total, 1)
})
