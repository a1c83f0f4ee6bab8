import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testCard } from '../../../test/payments.ts'
import { naira } from '../../platform/money.ts'
import type { CardOutcome } from '../rails.ts'
import { memoryOf, sandboxRails } from './sandbox.ts'

// The sandbox charges kept cards again: a test card for each outcome.

const asked = (key: string, onBehalfOf = 'b1') => ({
  key,
  onBehalfOf,
  amount: naira(5_000),
  email: 'ada@example.com',
  returnUrl: 'https://pay.example/checkout/abc',
})

const OUTCOMES: [card: string, first: string, enquired: string][] = [
  ['success', 'approved', 'approved'],
  ['kept_no_funds', 'insufficient_funds', 'insufficient_funds'],
  ['kept_expires', 'card_expired', 'card_expired'],
  ['kept_stolen', 'card_stolen', 'card_stolen'],
  ['kept_asks', 'redirect_required', 'redirect_required'],
  ['kept_late', 'unknown', 'approved'],
  ['kept_late_decline', 'unknown', 'declined'],
]

for (const [card, first, enquired] of OUTCOMES) {
  test(`a kept card, ${card}: charged again it is told ${first}, then ${enquired}`, async () => {
    const rail = given()
    const token = tokenIn(await rail.charge({ ...asked('k1'), card: testCard(card) }))

    const outcome = await rail.chargeToken({ ...asked('k2'), token })

    assert.equal(toldBy(outcome), first)
    assert.equal(toldBy(await rail.enquire({ key: 'k2', onBehalfOf: 'b1' })), enquired)
    assert.deepEqual(await rail.chargeToken({ ...asked('k2'), token }), outcome)
  })
}

test('a card that has too little is charged what it has, if that is allowed', async () => {
  const rail = given()
  const token = tokenIn(await rail.charge({ ...asked('k1'), card: testCard('kept_short') }))
  const least = (atLeast: number) => ({ atLeast: naira(atLeast), token })

  const whole = await rail.chargeToken({ ...asked('k2'), token })
  const tooMuch = await rail.chargeToken({ ...asked('k3'), ...least(1_001) })
  const part = await rail.chargeToken({ ...asked('k4'), ...least(1_000) })
  const enough = await rail.chargeToken({ ...asked('k5'), ...least(500), amount: naira(1_000) })

  assert.deepEqual([whole, tooMuch].map(toldBy), ['insufficient_funds', 'insufficient_funds'])
  assert(part.kind === 'approved' && enough.kind === 'approved')
  assert.deepEqual([part.charged, enough.charged], [naira(1_000), undefined])
  assert.equal((await rail.reverse({ key: 'k4', amount: naira(1_000) })).kind, 'returned')
})

test('the token of a card is of no use to another business', async () => {
  const rail = given()
  const token = tokenIn(await rail.charge({ ...asked('k1'), card: testCard('success') }))

  const outcome = await rail.chargeToken({ ...asked('k2', 'b2'), token })

  assert.equal(toldBy(outcome), 'authorization_unknown')
})

test('the same card has the same signature, and each of its charges another token', async () => {
  const rail = given()
  const card = () => testCard('success')

  const [one, two] = [
    await rail.charge({ ...asked('k1'), card: card() }),
    await rail.charge({ ...asked('k2'), card: card() }),
  ]

  assert(one.kind === 'approved' && two.kind === 'approved')
  assert.equal(one.token?.signature, two.token?.signature)
  assert.notEqual(one.token?.secret, two.token?.secret)
})

test('a card that asks for a PIN each time gives no token', async () => {
  const rail = given()
  await rail.charge({ ...asked('k1'), card: testCard('pin') })

  const outcome = await rail.submitPin({ key: 'k1', onBehalfOf: 'b1', pin: '1111' })

  assert(outcome.kind === 'approved')
  assert.equal(outcome.token, undefined)
})

function given() {
  const options = {
    memory: memoryOf(new Map()),
    baseUrl: () => 'https://pay.example',
    now: () => new Date('2026-03-15T12:00:00Z'),
  }
  return sandboxRails(options).card
}

function tokenIn(outcome: CardOutcome): string {
  assert(outcome.kind === 'approved' && outcome.token)
  return outcome.token.secret
}

function toldBy(outcome: CardOutcome): string {
  return outcome.kind === 'declined' ? outcome.reason : outcome.kind
}
