import assert from 'node:assert/strict'
import { test } from 'node:test'
import { later, MINUTE } from '../platform/clock.ts'
import { kobo } from '../platform/money.ts'
import { answerAfter, answerBefore, keyIn, type NotedRefund, noteOf } from './noted-refunds.ts'
import type { ReturnOutcome } from './outcomes.ts'

const NOW = new Date('2026-11-29T09:00:00.000Z')
const accepted: ReturnOutcome = { kind: 'accepted', handle: '7' }
const failed: ReturnOutcome = { kind: 'refused', reason: 'refused_by_bank' }
const refund = (changes: Partial<NotedRefund>): NotedRefund => ({
  id: '7',
  amount: kobo(400),
  charge: '1',
  key: 'other',
  outcome: accepted,
  ...changes,
})
const unknown = { kind: 'unknown' }
const tooMuch = { kind: 'refused', reason: 'amount_too_high' }

test('a refund is requested only if it was not, may not have been, and has room', () => {
  const asked = { key: 'ours', amount: kobo(600), charged: kobo(1_000), isWhole: false }
  const lines: [NotedRefund[] | null, Partial<typeof asked>, ReturnOutcome | null | object][] = [
    [[], {}, null],
    [null, {}, unknown],
    [[refund({ key: 'ours', amount: kobo(600) })], {}, accepted],
    [[refund({ key: 'ours', amount: kobo(600), outcome: failed })], {}, failed],
    [[refund({ key: 'ours', amount: kobo(599) })], {}, unknown],
    [[refund({ key: null, amount: kobo(600) })], {}, unknown],
    [[refund({ key: null, amount: kobo(600), outcome: failed })], {}, null],
    [[refund({ key: null })], {}, null],
    [[refund({})], {}, null],
    [[refund({ amount: kobo(401) })], {}, tooMuch],
    [[refund({ amount: kobo(401), outcome: failed })], {}, null],
    [[refund({ amount: kobo(401), outcome: { kind: 'unknown' } })], {}, tooMuch],
    [[refund({ amount: kobo(1) })], { isWhole: true }, tooMuch],
    [[refund({ amount: kobo(1), outcome: failed })], { isWhole: true }, null],
    [[], { isWhole: true, amount: kobo(1_000) }, null],
  ]

  for (const [refunds, changes, answer] of lines) {
    assert.deepEqual(answerBefore(refunds, { ...asked, ...changes }), answer)
  }
})

test('a refund is missing only if it is not listed ten minutes after it was requested', () => {
  const notFound = { kind: 'not_found' }
  const lines: [NotedRefund[] | null, { askedAt?: Date; askedUntil?: Date }, object][] = [
    [null, {}, unknown],
    [[], {}, notFound],
    [[refund({ key: 'ours' })], { askedAt: NOW }, accepted],
    [[refund({})], {}, notFound],
    [[refund({ key: null })], {}, unknown],
    [[], { askedAt: later(NOW, -10 * MINUTE) }, notFound],
    [[], { askedAt: later(NOW, -10 * MINUTE + 1) }, unknown],
    [[], { askedAt: later(NOW, -60 * MINUTE), askedUntil: later(NOW, -MINUTE) }, unknown],
  ]

  for (const [refunds, asked, answer] of lines) {
    assert.deepEqual(answerAfter(refunds, { key: 'ours', now: NOW, ...asked }), answer)
  }
})

test('a note is read as it was written, and another is not ours', () => {
  assert.equal(keyIn(noteOf('a.b=c-1')), 'a.b=c-1')
  for (const note of ['', 'a.b', 'Cowrie a', 'cowrie a b', `cowrie ${'a'.repeat(101)}`, null, 7]) {
    assert.equal(keyIn(note), null, `${note}`)
  }
})
