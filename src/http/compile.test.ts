import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkerOf, checkerWhenUsed, writersOf, writersWhenUsed } from './compile.ts'

const schema = () => ({ type: 'object', properties: { amount: { type: 'integer' } } })

test('equal schemas are compiled once, whoever asks', () => {
  assert.equal(checkerOf(schema(), false), checkerOf(schema(), false))
  assert.notEqual(checkerOf(schema(), true), checkerOf(schema(), false))
  assert.equal(writersOf({})({ schema: schema() }), writersOf({})({ schema: schema() }))
})

test('a schema that refers to another is written by the one of its own service', () => {
  const refers = { $ref: 'record#' }
  const record = (...names: string[]) => {
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    return { record: { $id: 'record', type: 'object', properties } }
  }
  const data = { a: 'one', b: 'two' }

  assert.equal(writersOf(record('a'))({ schema: refers })(data), '{"a":"one"}')
  assert.equal(writersOf(record('b'))({ schema: refers })(data), '{"b":"two"}')
})

test('compiled at its first use, a schema checks and writes the same', () => {
  const checker = checkerWhenUsed(schema(), false)
  const write = writersWhenUsed({})({ schema: schema() })

  assert.equal(checker({ amount: 'one' }), false)
  assert.equal(checker.errors?.[0]?.instancePath, '/amount')
  assert.equal(checker({ amount: 1 }), true)
  assert.equal(checker.errors, null)
  assert.equal(write({ amount: 1, secret: 'two' }), '{"amount":1}')
})

test('an unbounded schema is refused before its first use', () => {
  const unbounded = { type: 'object', properties: { name: { type: 'string' } } }

  assert.throws(() => checkerWhenUsed(unbounded, false), /must be bounded/)
})
