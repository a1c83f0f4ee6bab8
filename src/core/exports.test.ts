import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { givenPayment, useApi } from '../../test/api.ts'
import { givenPerson, signedInAs } from '../../test/logins.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import { readCsv } from '../operator/reconciliation/csv.ts'

// Any list as a file, by `Accept`.

const context = useContext()
const api = useApi(context)
const MANY = 205

let business: GivenBusiness
before(async () => {
  business = await givenBusiness(context)
  const made = Array.from({ length: MANY }, (_, i) =>
    api.post('/api/v1/customers', {
      key: business.keys.secretKey,
      body: {
        email: `c${i}@example.com`,
        first_name: i === 0 ? '=1+1' : `Ada ${i}`,
        last_name: 'X',
      },
    }),
  )
  await Promise.all(made)
})

const asFile = (accept: string, path = '/api/v1/customers') =>
  api.get(path, { key: business.keys.secretKey, headers: { accept } })

test('a list is NDJSON where that is accepted: each record once, as in the list, newest first', async () => {
  const { status, headers, text } = await asFile('application/x-ndjson')
  const { body } = await api.get('/api/v1/customers?perPage=100', { key: business.keys.secretKey })

  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^application\/x-ndjson/)
  assert.match(String(headers['content-disposition']), /customers-\d{4}-\d\d-\d\d\.ndjson/)
  const records = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(new Set(records.map(({ id }) => id)).size, MANY)
  assert.deepEqual(records.slice(0, 100), body.data)
})

test('a list is CSV where that is accepted: a column for each field, and no cell is a formula', async () => {
  const { headers, text } = await asFile('text/csv')

  assert.match(String(headers['content-type']), /^text\/csv/)
  const [head, ...lines] = readCsv(text.slice(1)).map((one) => 'fields' in one && one.fields)
  assert(head)
  assert.equal(lines.length, MANY)
  const named = (name: string) =>
    lines.map((fields) => fields && (fields[head.indexOf(name)] ?? ''))
  assert(named('email').includes('c0@example.com'))
  assert(named('first_name').includes("'=1+1"))
})

test('filters hold for the file, and a wrong one is refused as in the list', async () => {
  await givenPayment(api, business, { reference: 'order-first', amount: 500_000 })
  await givenPayment(api, business, { reference: 'order-second', amount: 700_000 })

  const found = await asFile('text/csv', '/api/v1/transactions?reference=order-second')
  const wrong = await asFile('text/csv', '/api/v1/transactions?from=yesterday')

  assert.match(found.text, /order-second/)
  assert.doesNotMatch(found.text, /order-first/)
  assert.match(found.text.split('\r\n')[0]!, /customer\.email/)
  assert.equal(wrong.status, 400)
  assert.equal(wrong.body.code, 'invalid_request')
})

test('a person whose role may export gets the file too, with how many rows it will have', async () => {
  const { businessId } = business
  const finance = await signedInAs(api, await givenPerson(context, business, 'finance'), businessId)
  const owner = await signedInAs(api, await givenPerson(context, business, 'owner'), businessId)

  const file = await finance.ask('GET', '/customers', undefined, { accept: 'text/csv' })
  const audit = await owner.ask('GET', '/audit?perPage=100', undefined, { accept: 'text/csv' })

  assert.equal(file.status, 200)
  assert.match(String(file.headers['content-type']), /^text\/csv/)
  const lines = file.text.trimEnd().split('\r\n').slice(1)
  assert.equal(file.headers['x-total-count'], String(lines.length))
  assert.equal(file.text, (await asFile('text/csv')).text)
  const actions = audit.body.data.map(({ action }: { action: string }) => action)
  assert(actions.includes('GET /customers as text/csv'), actions.join())
})

test('a person whose role may not export reads the list, and gets no file', async () => {
  const person = await givenPerson(context, business, 'support')
  const support = await signedInAs(api, person, business.businessId)

  const list = await support.ask('GET', '/customers')
  const file = await support.ask('GET', '/customers', undefined, { accept: 'text/csv' })

  assert.equal(list.status, 200)
  assert.equal(file.status, 403)
  assert.equal(file.body.code, 'role_forbids')
})

test('a browser that accepts anything gets JSON', async () => {
  const { headers } = await asFile('text/html, */*')

  assert.match(String(headers['content-type']), /^application\/json/)
})
