import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declines } from '../../providers/failures.ts'
import { CUSTOMER_MESSAGES, codeOf, happening, sentenceOf } from './history.ts'

test('a customer is told why a payment was declined, unless a thief would learn from it', () => {
  const told = Object.keys(declines).map((reason) => [
    reason,
    codeOf(happening('declined', reason)),
    codeOf(happening('charge_failed', reason)),
  ])

  // biome-ignore format: a table reads in columns
  assert.deepEqual(told, [
    ['declined',              'declined',             'charge_failed'],
    ['insufficient_funds',    'declined_funds',       'declined_funds'],
    ['incorrect_cvv',         'declined',             'charge_failed'],
    ['incorrect_pin',         'declined_pin',         'declined_pin'],
    ['incorrect_otp',         'declined_unconfirmed', 'declined_unconfirmed'],
    ['otp_not_sent',          'declined_unconfirmed', 'declined_unconfirmed'],
    ['authentication_failed', 'declined_unconfirmed', 'declined_unconfirmed'],
    ['card_expired',          'declined_expired',     'declined_expired'],
    ['card_stolen',           'declined',             'charge_failed'],
    ['authorization_unknown', 'declined',             'charge_failed'],
    ['not_a_test_card',       'declined',             'charge_failed'],
    ['cancelled',             'declined_unconfirmed', 'declined_unconfirmed'],
    ['timed_out',             'declined_unconfirmed', 'declined_unconfirmed'],
    ['rule_matched',          'not_accepted',         'not_accepted'],
  ])
  const funds = happening('declined', 'insufficient_funds')
  assert.equal(sentenceOf(funds), CUSTOMER_MESSAGES.declined_funds)
})
