import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declines, failureSentence, failures } from './failures.ts'

test('every code of a failure is one word, with a sentence for each reader', () => {
  for (const [code, { business, operator }] of Object.entries({ ...failures, ...declines })) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/)
    for (const sentence of [business, operator]) assert.match(sentence, /^[A-Z].*\.$/, code)
  }
})

test('a business reads why in a sentence; a code that is not in the list reads as rejected', () => {
  assert.equal(failureSentence('account_closed'), 'The account is closed.')
  assert.equal(failureSentence('incorrect_pin'), 'The PIN was wrong.')
  assert.equal(failureSentence('word_of_an_old_version'), 'The bank rejected it.')
  assert.equal(failureSentence('constructor'), 'The bank rejected it.')
})
