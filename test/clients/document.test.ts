import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { camelCase, readDocument } from '../../scripts/clients/document.ts'

// What the generators of the client libraries read out of the published document.

const document = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8'))
const api = readDocument(document)
const methods = api.resources.flatMap(({ words, methods }) =>
  methods.map((one) => ({ ...one, name: `${camelCase(words)}.${camelCase(one.words)}` })),
)
const named = (name: string) => methods.find((one) => one.name === name)!

test('every operation is a method of one resource, but what no server calls', () => {
  const operations = Object.values(document.paths as Record<string, Record<string, object>>)
  const ids = operations
    .flatMap(Object.values)
    .filter((operation) => !('x-alias-of' in operation))
    .map(({ operationId }) => operationId as string)
  const missing = ids.filter((id) => !methods.some((one) => one.id === id))
  assert.deepEqual(missing.sort(), [
    'initializePublicTransaction',
    'initializePublicTransactionByLink',
    'streamEvents',
  ])
  assert.equal(new Set(methods.map((one) => one.name)).size, methods.length)
})

test('a method is named as one would guess', () => {
  const guessed = [
    'transactions.initialize',
    'transactions.verify',
    'transactions.list',
    'transactions.getTimeline',
    'dedicatedVirtualAccounts.create',
    'splits.addSubaccount',
    'settlements.listItems',
    'identity.initiateVerification',
    'paymentLinks.getQrSvg',
    'events.resend',
    'events.resendMany',
    'webhooks.rollSecret',
    'sandbox.payTransaction',
    'banks.suggest',
    'accounts.resolve',
  ]
  assert.deepEqual(
    guessed.filter((name) => !named(name)),
    [],
  )
})

test('a method says what it takes and what it gives', () => {
  const initialize = named('transactions.initialize')
  assert.deepEqual(initialize.body, { type: 'InitializeTransactionRequest', isOptional: false })
  assert.equal(initialize.takesKey, true)
  assert.deepEqual(initialize.result, {
    kind: 'data',
    type: { kind: 'named', name: 'InitializedTransaction' },
  })
  assert.deepEqual(named('webhooks.sendTestEvent').body?.isOptional, true)
  assert.deepEqual(named('banks.list').query[0]?.type, { kind: 'boolean' })
  const [split, subaccount] = named('splits.removeSubaccount').pathParams
  assert.deepEqual([split?.name, subaccount?.name], ['id', 'subaccount_id'])
  const kinds = ['transactions.list', 'bvn.initiateVerification', 'transactions.export'].map(
    (name) => named(name).result.kind,
  )
  assert.deepEqual(kinds, ['page', 'whole', 'text'])
  assert.equal(named('paymentLinks.getQrPng').result.kind, 'bytes')
})

test('each type that is named is there, and each event has one', () => {
  const names = new Set(api.types.map(({ name }) => name))
  const text = JSON.stringify(api)
  const used = [...text.matchAll(/"kind":"named","name":"(\w+)"/g)].map(([, name]) => name!)
  assert.deepEqual(
    used.filter((name) => !names.has(name)),
    [],
  )
  assert.equal(api.events.length, Object.keys(document.webhooks).length)
  const field = api.types.find(({ name }) => name === 'Transaction')!
  assert(field.type.kind === 'object')
  const amount = field.type.fields.find(({ name }) => name === 'amount')!
  assert.deepEqual([amount.type.kind, amount.isRequired], ['integer', true])
  assert.match(amount.description, /kobo/)
  const channel = field.type.fields.find(({ name }) => name === 'channel')!
  assert(channel.type.kind === 'union', 'null until the customer chooses')
  assert.deepEqual(
    channel.type.of.map(({ kind }) => kind),
    ['enum', 'null'],
  )
  const [known] = channel.type.of
  assert(known?.kind === 'enum' && known.isOpen, 'the service may send others later')
  const request = api.types.find(({ name }) => name === 'InitializeTransactionRequest')!
  assert(request.type.kind === 'object')
  const bearer = request.type.fields.find(({ name }) => name === 'fee_bearer')!
  assert(bearer.type.kind === 'enum' && !bearer.type.isOpen)
})
