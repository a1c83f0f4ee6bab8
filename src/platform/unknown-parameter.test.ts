import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closed, unknownParameter } from './unknown-parameter.ts'

const KNOWN = ['amount', 'email', 'name', 'callback_url', 'split_code', 'to', 'from', 'perPage']

test('a name that is nearly right is told with the right one', () => {
  const meant: [sent: string, known: string][] = [
    ['splitCode', 'split_code'],
    ['SPLIT-CODE', 'split_code'],
    ['split_cod', 'split_code'],
    ['amout', 'amount'],
    ['ammount', 'amount'],
    ['emial', 'email'],
    ['form', 'from'],
    ['callbackURL', 'callback_url'],
    ['callback', 'callback_url'],
    ['per_page', 'perPage'],
  ]
  for (const [sent, known] of meant) {
    const { message } = unknownParameter('', sent, KNOWN)
    assert.equal(message, `Unknown parameter ${sent}. Did you mean ${known}?`)
  }
})

test('a name that is like no other is told with all that are known', () => {
  for (const sent of ['customer', 'page', 'limit', 'q', '', 'x'.repeat(64), '😀']) {
    const { message } = unknownParameter('', sent, KNOWN)
    assert.equal(message, `Unknown parameter ${sent}. Allowed here: ${KNOWN.join(', ')}.`)
  }
  assert.equal(unknownParameter('', 'x', []).message, 'Unknown parameter x. None is allowed here.')
})

test('every object of a schema is closed, but one that says what else it takes', () => {
  const open = { type: 'object', properties: {}, additionalProperties: true, maxProperties: 9 }
  const inner = { type: 'object', properties: { a: { type: 'integer' } } }
  const schema = {
    type: 'object',
    properties: {
      metadata: open,
      inner,
      list: { type: 'array', items: inner, maxItems: 2 },
      either: { anyOf: [inner, { type: 'null' }] },
    },
  }
  const shut = { ...inner, additionalProperties: false }

  assert.deepEqual(closed(schema), {
    type: 'object',
    additionalProperties: false,
    properties: {
      metadata: open,
      inner: shut,
      list: { type: 'array', items: shut, maxItems: 2 },
      either: { anyOf: [shut, { type: 'null' }] },
    },
  })
  assert.deepEqual(closed(closed(schema)), closed(schema))
})
