import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { openApiTypes } from '../../scripts/api-types/api-types.ts'
import { writeClientOf } from '../../scripts/api-types/client-of.ts'
import { EVENT_TYPES, TEST_EVENT } from '../../src/core/events/types.ts'
import { documentsOf } from '../../src/http/document.ts'
import { OPEN_ENUM } from '../../src/http/document-schemas.ts'
import { givenPayment, useApi } from '../api.ts'
import { givenDedicated, pay } from '../payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// The published OpenAPI document, as whoever generates a client from it needs it.

const context = useContext()
const api = useApi(context)

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of a document.
type Loose = any
let document: Loose
let business: GivenBusiness

before(async () => {
  await context.opened
  document = documentsOf(api.app.swagger()).api
  business = await givenBusiness(context)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
})

test('every operation has a name of its own that reads as a method', () => {
  const names = Object.values(document.paths).flatMap((operations: Loose) =>
    Object.values(operations).map((one: Loose) => one.operationId),
  )
  assert(names.length > 80)
  for (const name of names) assert.match(name, /^[a-z]+([A-Z][a-z]+)+$/)
  assert.deepEqual(names.toSorted(), [...new Set(names)].sort())
})

test('every field is described, and says what it may look like', () => {
  const lacking: string[] = []
  const look = (schema: Loose, path: string) => {
    for (const [name, one] of Object.entries<Loose>(schema?.properties ?? {})) {
      const isNamed = one.$ref !== undefined || one.anyOf?.[0].$ref !== undefined
      if (!one.description && !isNamed) lacking.push(`${path}.${name} has no description`)
      if (!isShown(one)) lacking.push(`${path}.${name} has no example`)
      look(one, `${path}.${name}`)
    }
    for (const one of schema?.anyOf ?? []) look(one, path)
    if (schema?.items) look(schema.items, `${path}[]`)
  }
  for (const [name, one] of Object.entries(document.components.schemas)) look(one, name)
  for (const operations of Object.values<Loose>(document.paths)) {
    for (const { operationId, parameters = [], responses } of Object.values<Loose>(operations)) {
      for (const one of parameters.filter((some: Loose) => !some.$ref)) {
        const path = `${operationId} ${one.name}`
        if (!one.description) lacking.push(`${path} has no description`)
        if (one.example === undefined && !isShown(one.schema))
          lacking.push(`${path} has no example`)
      }
      for (const one of Object.values<Loose>(responses)) {
        look(one.content?.['application/json']?.schema, operationId)
      }
    }
  }
  assert.deepEqual(lacking, [])
})

function isShown(schema: Loose): boolean {
  const isMade = [
    OPEN_ENUM,
    'examples',
    'enum',
    'const',
    'default',
    '$ref',
    'properties',
    'anyOf',
    'items',
  ]
  const type = [schema.type].flat()[0]
  return isMade.some((word) => word in schema) || ['boolean', 'object'].includes(type)
}

test('what is not frozen is marked, in the clients too', () => {
  const beta = Object.entries<Loose>(document.paths).flatMap(([path, operations]) =>
    Object.values<Loose>(operations)
      .filter((one) => one['x-stability'] === 'beta' || /\bbeta\b/i.test(one.description))
      .map((one) => [
        path,
        one['x-stability'],
        /Beta: its fields can change/.test(one.description),
      ]),
  )

  assert.deepEqual(beta, [
    ['/api/v1/statistics', 'beta', true],
    ['/api/v1/transactions/{id}/timeline', 'beta', true],
  ])
  const client = readFileSync('clients/node/src/generated.ts', 'utf8')
  assert.equal(client.split('Beta: its fields can change').length - 1, beta.length)
})

test('what the service sends can take new values later; what a business sends cannot', () => {
  const { Transaction, InitializeTransactionRequest: request } = document.components.schemas
  const { status, channel, currency } = Transaction.properties
  assert.deepEqual(
    [status.type, status.enum, status[OPEN_ENUM].slice(0, 2)],
    ['string', undefined, ['pending', 'ongoing']],
  )
  assert.deepEqual([channel.type, channel.enum], [['string', 'null'], undefined])
  assert.deepEqual(currency.enum, ['NGN'], 'a constant')
  assert.deepEqual(request.properties.fee_bearer.enum, ['business', 'customer'])

  const closed = new Set<string>()
  const look = (one: Loose, path: string): void => {
    if (typeof one !== 'object' || one === null) return
    const [, , kind, name] = String(one.$ref ?? '').split('/')
    if (name && !path.includes(name)) look(document.components[kind!][name], `${path} ${name}`)
    const isClosed = Array.isArray(one.enum) && one.enum.length > 1 && one.type !== 'boolean'
    if (isClosed) closed.add(path)
    for (const [key, inner] of Object.entries(one)) look(inner, `${path}.${key}`)
  }
  for (const operations of Object.values<Loose>(document.paths)) {
    for (const { operationId, responses } of Object.values<Loose>(operations)) {
      look(responses, operationId)
    }
  }
  for (const [event, { post }] of Object.entries<Loose>(document.webhooks)) {
    look(post.requestBody, event)
  }
  assert.deepEqual([...closed], [], 'closed enums in answers and events')
})

test('data that is an object has a name', () => {
  const anonymous = Object.values<Loose>(document.paths).flatMap((operations) =>
    Object.values<Loose>(operations).flatMap(({ operationId, responses }) => {
      const answer = responses[200] ?? responses[201]
      const { data } = answer.content?.['application/json']?.schema?.properties ?? {}
      const one = data?.items ?? data
      return one === undefined || one.$ref ? [] : [operationId]
    }),
  )
  assert.deepEqual(anonymous, [])
})

test('a redirect says where it leads, and a POST takes an Idempotency-Key', () => {
  const { get, post } = document.paths['/api/v1/transactions/initialize-public']
  for (const { responses } of [get, post]) {
    assert.equal(responses[303].headers.Location.schema.format, 'uri')
    assert.equal(responses[303].content, undefined)
  }
  const { parameters, responses } = document.paths['/api/v1/refunds'].post
  assert.deepEqual(parameters, [
    { $ref: '#/components/parameters/IdempotencyKey' },
    { $ref: '#/components/parameters/Version' },
  ])
  assert.deepEqual(responses[429], { $ref: '#/components/responses/TooManyRequests' })
  const limited = document.components.responses.TooManyRequests.headers
  assert.deepEqual(
    ['Retry-After', 'RateLimit', 'RateLimit-Policy'].filter((name) => !(name in limited)),
    [],
  )
})

test('what is sent to a webhook is what the document says of it', async () => {
  assert.deepEqual(Object.keys(document.webhooks).sort(), [...EVENT_TYPES, TEST_EVENT].sort())
  const { secretKey: key } = business.keys
  const paid = await givenPayment(api, business)
  await pay(api, paid.access_code, 'success')
  const { account_number } = await givenDedicated(api, business)
  const credit = { account_number, amount: 500_000 }
  await api.post('/api/v1/sandbox/transfers', { key, body: credit })
  await api.post('/api/v1/refunds', { key, body: { transaction: paid.reference, amount: 100 } })
  for (const account of ['0000000018', '9999999999']) {
    const body = { amount: 100, bank_code: '058', account_number: account }
    await api.post('/api/v1/payouts', { key, body })
  }
  const late = await givenPayment(api, business)
  await api.post(`/api/v1/sandbox/transactions/${late.reference}/expire`, { key })

  const { body } = await api.get('/api/v1/events?perPage=100', { key })

  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': true } })
  ajv.addFormat('uri', true).addFormat('email', true)
  ajv.addKeyword({ keyword: OPEN_ENUM, macro: (known) => ({ enum: [...known, null] }) })
  ajv.addSchema({ ...document, $id: 'api' })
  const seen = new Set<string>(body.data.map(({ type }: Loose) => type))
  for (const { type, body: payload } of body.data) {
    const { schema } = document.webhooks[type].post.requestBody.content['application/json']
    const check = ajv.compile({ $ref: `api${schema.$ref}` })
    assert(check(JSON.parse(payload)), `${type}: ${ajv.errorsText(check.errors)} in ${payload}`)
  }
  const expected = ['transaction.success', 'transfer.received', 'transaction.abandoned']
  for (const type of [...expected, 'dedicated_virtual_account.created', 'payout.success']) {
    assert(seen.has(type), `${type} in ${[...seen]}`)
  }
})

const OF_TYPES = `
import createClient from 'openapi-fetch'
import type { components, paths } from './types.ts'

export async function shop(baseUrl: string, key: string) {
  const headers = { authorization: 'Bearer ' + key }
  const client = createClient<paths>({ baseUrl, headers })
  const { data: begun } = await client.POST('/api/v1/transactions/initialize', {
    body: { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' },
  })
  const reference: string = begun!.data.reference
  await client.POST('/api/v1/sandbox/transactions/{reference}/pay', {
    params: { path: { reference } },
    body: { channel: 'card' },
  })
  const { data: found } = await client.GET('/api/v1/transactions/verify/{reference}', {
    params: { path: { reference } },
  })
  const payment: components['schemas']['Transaction'] = found!.data
  const later: typeof payment.status = 'in_review'
  void later
  const one = { params: { query: { perPage: 1 } } }
  const { data: all } = await client.GET('/api/v1/transactions', one)
  return { status: payment.status, count: all!.data.length }
}
`

const OF_METHODS = `
import { createClient } from './generated/client/index.ts'
import {
  initializeTransaction, listTransactions, payTransaction, type Transaction, verifyTransaction,
} from './generated/index.ts'

export async function shop(baseUrl: string, key: string) {
  const client = createClient({
    baseUrl,
    // It would send the key as Basic too, without the colon.
    auth: ({ scheme }) => (scheme === 'bearer' ? key : undefined),
    throwOnError: true,
  })
  const throwOnError = true as const
  const { data: begun } = await initializeTransaction({
    client,
    throwOnError,
    body: { amount: 500_000, email: 'bola@example.com', name: 'Bola Example' },
  })
  const path = { reference: begun.data.reference }
  await payTransaction({ client, throwOnError, path, body: { channel: 'card' } })
  const { data: found } = await verifyTransaction({ client, throwOnError, path })
  const payment: Transaction = found.data
  const later: typeof payment.status = 'in_review'
  void later
  const { data: all } = await listTransactions({ client, throwOnError, query: { perPage: 1 } })
  return { status: payment.status, count: all.data.length }
}
`

async function generateTypes(folder: string): Promise<string> {
  writeFileSync(join(folder, 'types.ts'), await openApiTypes(document))
  return OF_TYPES
}

async function generateMethods(folder: string): Promise<string> {
  await writeClientOf(document, join(folder, 'generated'))
  return OF_METHODS
}

for (const [tool, generate] of [
  ['openapi-typescript', generateTypes],
  ['@hey-api/openapi-ts', generateMethods],
] as const) {
  test(`a client made by ${tool} compiles under --strict, and pays`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cowrie-client-'))
    try {
      symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      writeFileSync(join(folder, 'shop.ts'), await generate(folder))
      const flags = '--strict --noEmit --target esnext --module nodenext --skipLibCheck'
      const rest = '--allowImportingTsExtensions --types node'
      const args = [...`${flags} ${rest}`.split(' '), 'shop.ts']
      const tsc = join(process.cwd(), 'node_modules/.bin/tsc')
      const { stdout, status } = spawnSync(tsc, args, { cwd: folder, encoding: 'utf8' })
      assert.equal(status, 0, stdout)

      const { shop } = await import(pathToFileURL(join(folder, 'shop.ts')).href)
      const { port } = api.app.server.address() as AddressInfo

      const done = await shop(`http://127.0.0.1:${port}`, business.keys.secretKey)

      assert.deepEqual(done, { status: 'success', count: 1 })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
