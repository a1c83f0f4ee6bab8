import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withOthers } from './first-field.ts'

const wrong = (message: string) => ({ field: 'amount', code: 'invalid' as const, message })

test('a 400 names the first wrong field, and says how many more there are', () => {
  assert.equal(withOthers(wrong('amount is required.'), 0), '`amount` is required.')
  const two = withOthers(wrong('amount is required.'), 2)
  assert.equal(two, '`amount` is required (and 2 more fields are wrong).')
  const asked = withOthers(wrong('Unknown parameter amout. Did you mean amount?'), 1)
  assert.equal(asked, 'Unknown parameter amout. Did you mean amount? 1 more field is wrong.')
})
