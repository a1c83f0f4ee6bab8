import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { compile, fieldErrors } from './validation.ts'

// An optional field with null counts as absent.

const schema = Type.Object({
  amount: Type.Integer(),
  name: Type.Optional(Type.String({ maxLength: 20 })),
  url: Type.Optional(Type.Union([Type.String({ maxLength: 20 }), Type.Null()])),
  customer: Type.Optional(Type.Object({ phone: Type.Optional(Type.String({ maxLength: 20 })) })),
  metadata: Type.Optional(Type.Object({}, { additionalProperties: true, maxProperties: 5 })),
})

test('an optional field that is null is dropped, within another field too', () => {
  const check = compile(schema)
  const body = { amount: 1, name: null, customer: { phone: null } }

  assert(check(body), JSON.stringify(check.errors))
  assert.deepEqual(body, { amount: 1, customer: {} })
})

test('null stays where it has a meaning, and where a business may write what it likes', () => {
  const check = compile(schema)
  const body = { amount: 1, url: null, metadata: { color: null } }

  assert(check(body), JSON.stringify(check.errors))
  assert.deepEqual(body, { amount: 1, url: null, metadata: { color: null } })
})

test('a required field that is null is refused', () => {
  const check = compile(schema)

  assert(!check({ amount: null }))
  assert.deepEqual(
    fieldErrors(check.errors!).map(({ field, code }) => [field, code]),
    [['amount', 'invalid_type']],
  )
})
