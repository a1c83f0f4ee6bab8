import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readConfig } from '../platform/config.ts'
import { kobo } from '../platform/money.ts'
import { dutyOn, mostWithDuty, stampDuty } from './stamp-duty.ts'

// The rule alone: who owes it, since when, and what is left to send.

const LAST_FREE = new Date('2025-12-31T22:59:59.999Z')
const FIRST_DUE = new Date('2025-12-31T23:00:00.000Z')

const at = (now: Date, settings: Record<string, string> = {}) => ({
  config: readConfig(settings),
  now: () => now,
})
const due = at(FIRST_DUE)

test('a transfer of ₦10,000.00 owes ₦50.00, and one of a kobo less owes nothing', () => {
  assert.equal(dutyOn(due, kobo(1_000_000), 'sandbox').duty, 5_000n)
  assert.equal(dutyOn(due, kobo(999_999), 'sandbox').duty, 0n)
})

test('it is owed from midnight in Lagos on the day of the setting, and never if that is off', () => {
  assert.notEqual(stampDuty(due), null)
  assert.equal(stampDuty(at(LAST_FREE)), null)
  const later = { COWRIE_STAMP_DUTY_FROM: '2026-01-02' }
  assert.equal(stampDuty(at(FIRST_DUE, later)), null)
  assert.equal(dutyOn(at(FIRST_DUE, later), kobo(1_000_000), 'sandbox').duty, 0n)
  const off = { COWRIE_STAMP_DUTY_FROM: 'off' }
  assert.equal(stampDuty(at(new Date('2030-01-01T00:00:00Z'), off)), null)
})

test('the setting names the providers that deduct it themselves', () => {
  const takes = (rail: string, settings = {}, amount = 1_000_000) =>
    dutyOn(at(FIRST_DUE, settings), kobo(amount), rail).dutyByProvider

  assert.equal(takes('safehaven'), true)
  assert.equal(takes('monnify'), false)
  assert.equal(takes('safehaven', {}, 999_999), false)
  const monnify = { COWRIE_STAMP_DUTY_TAKEN_BY: 'monnify' }
  assert.deepEqual([takes('safehaven', monnify), takes('monnify', monnify)], [false, true])
  assert.equal(takes('safehaven', { COWRIE_STAMP_DUTY_TAKEN_BY: 'none' }), false)
})

test('of every balance, no larger amount could be sent together with its duty', () => {
  const near = fc.bigInt({ min: 990_000n, max: 1_020_000n })
  const any = fc.bigInt({ min: 1n, max: 10_000_000_000n })
  fc.assert(
    fc.property(fc.oneof(near, any), (balance) => {
      const most = mostWithDuty(due, kobo(balance), 'sandbox')
      const costs = (amount: bigint) => amount + dutyOn(due, kobo(amount), 'sandbox').duty
      assert(costs(most) <= balance)
      assert(costs(most + 1n) > balance)
    }),
  )
})
