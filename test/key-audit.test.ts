import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { listKeys } from '../src/accounts/businesses/businesses.ts'
import { verifyAudit } from '../src/core/audit/audit.ts'
import { MINUTE } from '../src/platform/clock.ts'
import { publicId } from '../src/platform/ids.ts'
import { useApi } from './api.ts'
import { openWatched } from './every-route.ts'
import { givenPerson, signedInAs } from './logins.ts'
import { givenNamesOf } from './route-names.ts'
import { isDone, type Names, type Row, SECRET_KEY } from './routes.ts'
import { asOwner, type GivenBusiness, givenBusiness, until, useContext } from './support.ts'

// What is done by an API key stands in the audit log like what a person does.

const context = useContext()
const api = useApi(context)

before(() => context.opened)

/** They change nothing, or make a record that says as much: a payment, an access to a person. */
const UNRECORDED = [
  'POST /transactions/initialize',
  'POST /transactions/charge-authorization',
  'POST /bvn/validate',
  'POST /identity/validate',
  'POST /splits/calculate',
  'POST /payout-batches/check',
  'POST /accounts/resolve',
  'POST /rules/try',
]

/** Of a recipient nothing is kept: its code says which account it is. */
const UNRECORDED_THEIRS = [
  '/paystack/transaction/initialize',
  '/paystack/transaction/charge_authorization',
  '/paystack/transaction/partial_debit',
  '/paystack/charge',
  '/paystack/charge/submit_otp',
  '/paystack/charge/submit_pin',
  '/paystack/transferrecipient',
  '/paystack/transferrecipient/bulk',
]

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

type Entry = {
  email: string
  action: string
  subject: string
  outcome: number | null
  address: string
  mode: string
}

async function entriesOf(business: GivenBusiness, requestId: string): Promise<Entry[]> {
  const rows = await context.sql<Entry[]>`
    select email, action, subject, outcome, address, mode from audit_entry
    where business_id = ${business.businessId} and request_id = ${requestId}
    order by number
  `
  return rows.map((row) => ({ ...row }))
}

async function keyIdOf(business: GivenBusiness): Promise<string> {
  const keys = await listKeys(context.sql, business)
  return publicId('api_key', keys.find(({ kind }) => kind === 'secret')!.keyId)
}

/** The same for all routes, until a request finds its records used up. */
let owned: { business: GivenBusiness; names: Names } | null = null
let requests = 0

async function givenOwned(): Promise<NonNullable<typeof owned>> {
  const business = await givenBusiness(context)
  const { names } = await givenNamesOf(context, api, business)
  return { business, names }
}

async function ask(route: string, row: Row) {
  owned ??= await givenOwned()
  const { business, names } = owned
  // A code may be sent again.
  context.advance(MINUTE)
  const [method = '', path = ''] = route.split(' ')
  const requestId = `walked-${++requests}`
  const body = row.bodyFor?.(names) ?? row.body
  const answer = await api.send({
    method: method as 'POST',
    url: row.path?.(names) ?? path,
    headers: {
      authorization: `Bearer ${business.keys.secretKey}`,
      'x-request-id': requestId,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return { business, requestId, answer }
}

const writing = Object.entries(SECRET_KEY).filter(([route]) => !route.startsWith('GET '))

for (const [route, row] of writing) {
  const own = route.replace(' /api/v1', ' ').replaceAll(/\{(\w+)\}/g, ':$1')
  const isRecorded = !UNRECORDED.includes(own)
  test(`${route} by an API key ${isRecorded ? 'is' : 'is not'} in the audit log`, async () => {
    let asked = await ask(route, row)
    if (!isDone(row, asked.answer.status)) {
      // Some requests work once per record.
      owned = null
      asked = await ask(route, row)
    }
    const { business, requestId, answer } = asked

    assert(isDone(row, answer.status), answer.text)
    if (!isRecorded) return assert.deepEqual(await entriesOf(business, requestId), [])
    const entries = await until('both are written', async () => {
      const found = await entriesOf(business, requestId)
      return found.length >= 2 && found
    })
    const email = await keyIdOf(business)
    const common = { email, action: own, address: '127.0.0.1', mode: 'test' }
    const subject = entries[0]!.subject
    assert.deepEqual(entries, [
      { ...common, subject, outcome: null },
      { ...common, subject, outcome: answer.status },
    ])
    assert(subject.length > 1 && !subject.includes('?'))
  })
}

test('an export by an API key is in the audit log, and what it reads otherwise is not', async () => {
  const business = await givenBusiness(context)
  const { secretKey: key } = business.keys
  const headers = { 'x-request-id': 'read' }
  assert.equal((await api.get('/api/v1/transactions', { key, headers })).status, 200)
  assert.equal((await api.get('/api/v1/balance', { key, headers })).status, 200)
  assert.equal((await api.get('/api/v1/transactions/export', { key, headers })).status, 200)
  await until('both are written', async () => (await entriesOf(business, 'read')).length === 2)
  const actions = (await entriesOf(business, 'read')).map(({ action }) => action)
  assert.deepEqual(new Set(actions), new Set(['GET /transactions/export']))
})

for (const type of ['text/csv', 'application/x-ndjson']) {
  test(`a list that an API key exports as ${type} is in the audit log, like an export`, async () => {
    const business = await givenBusiness(context)
    const { secretKey: key } = business.keys
    const headers = { 'x-request-id': 'listed' }
    const asFile = { ...headers, accept: type }

    assert.equal((await api.get('/api/v1/refunds', { key, headers })).status, 200)
    assert.equal((await api.get('/api/v1/refunds?status=x', { key, headers: asFile })).status, 400)
    assert.equal((await api.get('/api/v1/refunds', { key, headers: asFile })).status, 200)

    const entries = await until('all are written', async () => {
      const found = await entriesOf(business, 'listed')
      return found.length >= 4 && found
    })
    const email = await keyIdOf(business)
    const action = `GET /refunds as ${type}`
    const common = { email, action, subject: '/refunds', address: '127.0.0.1', mode: 'test' }
    assert.deepEqual(
      entries,
      [null, 400, null, 200].map((outcome) => ({ ...common, outcome })),
    )
  })
}

test('each call of Paystack by which an API key changes something is in the audit log', async () => {
  const { api: facade, routes } = await openWatched(context)
  const theirs = routes.filter(({ method, url }) => /^.paystack/.test(url) && WRITES.has(method))
  const changes = theirs.filter(({ url }) => !UNRECORDED_THEIRS.includes(url))
  assert(changes.length > 10 && changes.length === theirs.length - UNRECORDED_THEIRS.length)
  const business = await givenBusiness(context)

  for (const { method, url } of theirs) {
    const { statusCode, payload } = await facade.app.inject({
      method: method as 'POST',
      url: url.replaceAll(/:\w+/g, 'x'),
      headers: { authorization: `Bearer ${business.keys.secretKey}`, 'x-request-id': 'theirs' },
      payload: '{}',
    })
    assert(statusCode < 500 && statusCode !== 401, `${method} ${url}: ${payload}`)
  }

  await until('all have ended', async () => {
    const ended = (await entriesOf(business, 'theirs')).filter(({ outcome }) => outcome !== null)
    return ended.length === changes.length
  })
  const actions = (await entriesOf(business, 'theirs')).map(({ action }) => action)
  assert.deepEqual(new Set(actions), new Set(changes.map(({ method, url }) => `${method} ${url}`)))
  await facade.app.close()
})

test('a change by a key that cannot be written into the audit log is not made', async () => {
  const business = await givenBusiness(context)
  const { secretKey: key } = business.keys
  const before = (await api.get('/api/v1/payouts', { key })).body.meta.total
  await asOwner(context, async (sql) => {
    await sql.unsafe(`
      create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'no space left' using errcode = '53100'; end $$`)
    await sql.unsafe(`
      create trigger full_disk before insert on audit_entry
      for each row when (new.outcome is null) execute function full_disk()`)
    const body = { amount: 100, bank_code: '058', account_number: '0000000018' }
    const refused = await api.post('/api/v1/payouts', { key, body })
    await sql.unsafe('drop trigger full_disk on audit_entry')
    assert.deepEqual([refused.status, refused.body.code], [503, 'database_unavailable'])
  })
  assert.equal((await api.get('/api/v1/payouts', { key })).body.meta.total, before)
})

test('an owner sees what keys did, and the chain holds when many change at once', async () => {
  const business = await givenBusiness(context)
  const { secretKey: key } = business.keys
  const person = await givenPerson(context, business)
  const browser = await signedInAs(api, person, business.businessId)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      api.put('/api/v1/settings/checkout', { key, body: { language: 'yo' } }),
    ),
  )
  assert(answers.every(({ status }) => status === 200))
  const email = await keyIdOf(business)
  await until('all have ended', async () => {
    const { body } = await browser.get('/audit?perPage=100')
    const byKey = body.data.filter((entry: Entry) => entry.email === email)
    return byKey.length === 100
  })
  assert.deepEqual(await verifyAudit(context.sql), [])
})
