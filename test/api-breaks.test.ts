import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breaksOf, type Document } from '../scripts/api-breaks.ts'

// The comparison of `npm run check` with the document of the last release, on small documents.

// biome-ignore lint/suspicious/noExplicitAny: each case changes any part of a document.
type Loose = any

function given(): Loose {
  const text = { type: 'string', maxLength: 20 }
  const request = {
    type: 'object',
    required: ['amount'],
    properties: {
      amount: { type: 'integer', minimum: 100, maximum: 1_000 },
      bearer: { type: 'string', enum: ['business', 'customer'] },
      note: { ...text, pattern: '^[a-z]*$' },
      url: { type: ['string', 'null'], format: 'uri' },
      metadata: { type: 'object', additionalProperties: true },
      tags: { type: 'array', maxItems: 5, items: text },
    },
  }
  const refund = {
    type: 'object',
    required: ['id', 'status', 'currency', 'at'],
    properties: {
      id: { type: 'string' },
      status: { type: 'string', 'x-extensible-enum': ['pending', 'processed'] },
      currency: { type: 'string', enum: ['NGN'] },
      amount: { type: 'integer' },
      at: { type: 'string', format: 'date-time' },
      reason: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      parent: { anyOf: [{ $ref: '#/components/schemas/Refund' }, { type: 'null' }] },
    },
  }
  const json = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  return {
    paths: {
      '/refunds': {
        post: {
          operationId: 'createRefund',
          security: [{ secretKey: ['refunds:write'] }],
          parameters: [{ $ref: '#/components/parameters/Key' }],
          requestBody: { ...json('CreateRefund'), required: true },
          responses: { 201: json('Refund'), 400: json('Error') },
        },
        get: {
          operationId: 'listRefunds',
          security: [{ secretKey: ['refunds:read'] }],
          parameters: [
            { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
            { name: 'id', in: 'path', required: true, schema: text },
          ],
          responses: { 200: json('Refund') },
        },
      },
    },
    webhooks: {
      'refund.processed': { post: { requestBody: json('Refund') } },
    },
    components: {
      schemas: {
        CreateRefund: request,
        Refund: refund,
        Error: { type: 'object', properties: { code: { type: 'string' } } },
      },
      parameters: { Key: { name: 'Key', in: 'header', schema: text } },
    },
  }
}

function after(change: (document: Loose) => void): string[] {
  const document = given()
  const { paths, components } = document
  const { post, get } = paths['/refunds']
  const { CreateRefund, Refund } = components.schemas
  change({ ...document, post, get, asked: CreateRefund, told: Refund })
  return breaksOf(given() as Document, document as Document)
}

const POST = 'POST /refunds'
const IN = 'CreateRefund'
const OUT = 'Refund'

/** Each breaks: what changes, and what is told. */
const BREAKS: [name: string, change: (of: Loose) => void, told: string[]][] = [
  ['an operation is removed', ({ paths }) => delete paths['/refunds'].post, [`${POST}: removed`]],
  [
    'a method of clients is renamed',
    ({ post }) => {
      post.operationId = 'makeRefund'
    },
    [`${POST}: operationId changed`],
  ],
  [
    'a scope is asked for',
    ({ post }) => {
      post.security = [{ secretKey: ['money:write'] }]
    },
    [`${POST}: security changed`],
  ],
  [
    'a parameter is removed',
    ({ get }) => get.parameters.shift(),
    ['GET /refunds query page: removed'],
  ],
  [
    'a parameter is needed',
    ({ get }) => {
      get.parameters[0].required = true
    },
    ['GET /refunds query page: required'],
  ],
  [
    'a new parameter is needed',
    ({ get }) => {
      get.parameters.push({ name: 'of', in: 'query', required: true, schema: {} })
    },
    ['GET /refunds query of: required'],
  ],
  [
    'a shared parameter is narrower',
    ({ components }) => {
      components.parameters.Key.schema = { type: 'string', maxLength: 10 }
    },
    [`${POST} header Key: maxLength changed`],
  ],
  [
    'a new field of a request is needed',
    ({ asked }) => {
      asked.properties.reason = { type: 'string' }
      asked.required.push('reason')
    },
    [`${IN}.reason: required`],
  ],
  [
    'a field of a request is needed',
    ({ asked }) => asked.required.push('note'),
    [`${IN}.note: required`],
  ],
  [
    'a field of a request is removed',
    ({ asked }) => delete asked.properties.note,
    [`${IN}.note: removed`],
  ],
  [
    'a limit is narrower',
    ({ asked }) => {
      Object.assign(asked.properties.amount, { minimum: 200, maximum: 900 })
      asked.properties.tags.maxItems = 4
      asked.properties.tags.items = { type: 'string', maxLength: 19 }
    },
    [
      `${IN}.amount: maximum changed`,
      `${IN}.amount: minimum changed`,
      `${IN}.tags: maxItems changed`,
      `${IN}.tags[]: maxLength changed`,
    ],
  ],
  [
    'a limit is new',
    ({ asked }) => {
      asked.properties.bearer.maxLength = 9
      asked.properties.note.format = 'email'
    },
    [`${IN}.bearer: maxLength changed`, `${IN}.note: format changed`],
  ],
  [
    'a pattern changes',
    ({ asked }) => {
      asked.properties.note.pattern = '^[a-y]*$'
    },
    [`${IN}.note: pattern changed`],
  ],
  [
    'a value is not accepted any more',
    ({ asked }) => asked.properties.bearer.enum.pop(),
    [`${IN}.bearer: enum customer`],
  ],
  [
    'null is not accepted any more',
    ({ asked }) => {
      asked.properties.url.type = 'string'
    },
    [`${IN}.url: type null`],
  ],
  [
    'a type of a request changes',
    ({ asked }) => {
      asked.properties.amount = { type: 'string' }
    },
    [`${IN}.amount: type integer`],
  ],
  [
    'an open object is closed',
    ({ asked }) => {
      delete asked.properties.metadata.additionalProperties
    },
    [`${IN}.metadata: additionalProperties changed`],
  ],
  [
    'a field of a response is removed',
    ({ told }) => delete told.properties.amount,
    [`${OUT}.amount: removed`],
  ],
  [
    'a field of a response is not always there',
    ({ told }) => told.required.shift(),
    [`${OUT}.id: optional`],
  ],
  [
    'a type of a response changes',
    ({ told }) => {
      told.properties.amount = { type: 'number' }
    },
    [`${OUT}.amount: type number`],
  ],
  [
    'a field of a response can be null',
    ({ told }) => {
      told.properties.id = { type: ['string', 'null'] }
    },
    [`${OUT}.id: type null`],
  ],
  [
    'a constant has another value',
    ({ told }) => told.properties.currency.enum.push('USD'),
    [`${OUT}.currency: enum USD`],
  ],
  [
    'a response has another form',
    ({ told }) => delete told.properties.at.format,
    [`${OUT}.at: format changed`],
  ],
  [
    'a status is another',
    ({ post }) => {
      post.responses = { 200: post.responses[201] }
    },
    [`${POST} 201: removed`],
  ],
  [
    'an event is removed',
    ({ webhooks }) => delete webhooks['refund.processed'],
    ['webhook POST refund.processed: removed'],
  ],
]

for (const [name, change, told] of BREAKS) {
  test(`it breaks clients that ${name}`, () => {
    assert.deepEqual(after(change).sort(), [...told].sort())
  })
}

test('what is added, wider or only said otherwise breaks nobody', () => {
  const additive = after(({ paths, webhooks, components, post, get, asked, told }) => {
    paths['/payouts'] = { get }
    webhooks['refund.failed'] = webhooks['refund.processed']
    post.description = 'Other words.'
    post.security.push({ login: [] })
    post.responses[409] = post.responses[400]
    delete post.responses[400]
    get.parameters.push({ name: 'perPage', in: 'query', schema: { type: 'integer' } })
    get.parameters[1].required = false
    components.schemas.Error = {}
    asked.required.pop()
    asked.properties.reason = { type: 'string' }
    asked.properties.bearer.enum.push('both')
    Object.assign(asked.properties.amount, { type: 'number', minimum: 1, maximum: 9_999 })
    delete asked.properties.note.pattern
    asked.properties.tags = {}
    told.properties.status['x-extensible-enum'] = ['pending', 'lost']
    told.properties.reason = { type: 'string' }
    told.properties.fee = { type: 'integer' }
    told.required.push('fee')
  })

  assert.deepEqual(additive, [])
})

test('a beta operation may change', () => {
  const beta = given()
  beta.paths['/refunds'].post['x-stability'] = 'beta'
  const now = given()
  delete now.paths['/refunds'].post

  assert.deepEqual(breaksOf(beta as Document, now as Document), [])
})
