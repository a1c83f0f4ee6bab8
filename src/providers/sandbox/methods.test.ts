import assert from 'node:assert/strict'
import { test } from 'node:test'
import { later, MINUTE } from '../../platform/clock.ts'
import { naira } from '../../platform/money.ts'
import type { CardOutcome } from '../rails.ts'
import { type Decision, memoryOf, sandboxRails, threeDSecure } from './sandbox.ts'
import { EXPIRES_MS, LATE_MS, testUssdBanks } from './test-cards.ts'

// Payments in the sandbox that are not by card: USSD codes, and the pages of a bank and of OPay.

const BUSINESS = 'b1'
const REQUEST = { key: 'k', onBehalfOf: BUSINESS, amount: naira(5_000), email: 'ada@example.com' }
const RETURN_URL = 'https://pay.example/checkout/abc'

function given() {
  let now = new Date('2026-03-15T12:00:00Z')
  const options = {
    memory: memoryOf(new Map()),
    baseUrl: () => 'https://pay.example',
    now: () => now,
  }
  const { card: rail } = sandboxRails(options)
  return {
    rail,
    pages: threeDSecure(options),
    advance: (ms: number) => {
      now = later(now, ms)
    },
    dial: (code: string, businessId = BUSINESS) => rail.simulated.dial(code, businessId),
    enquire: async () => toldBy(await rail.enquire({ key: 'k' })),
  }
}

const toldBy = (outcome: CardOutcome) =>
  outcome.kind === 'declined' ? outcome.reason : outcome.kind

// biome-ignore format: a table reads in columns
const BANKS: [bank: string, first: string, dialled: string, in5Minutes: string, in15: string][] = [
  ['058', 'dial',        'approved',           'approved',           'approved'],
  ['057', 'dial',        'insufficient_funds', 'insufficient_funds', 'insufficient_funds'],
  ['033', 'dial',        'dial',               'dial',               'timed_out'],
  ['044', 'dial',        'dial',               'approved',           'approved'],
  ['011', 'unknown',     'approved',           'approved',           'approved'],
]

for (const [bank, first, dialled, in5Minutes, in15] of BANKS) {
  test(`the bank ${bank} decides what follows when its code is dialled`, async () => {
    const { rail, enquire, dial, advance } = given()

    assert.equal((await rail.requestCode({ ...REQUEST, bank })).kind, first)
    const open = await rail.enquire({ key: 'k' })
    assert(open.kind === 'dial', 'nothing happens before it is dialled')
    await dial(open.code)

    assert.equal(await enquire(), dialled)
    advance(LATE_MS)
    assert.equal(await enquire(), in5Minutes)
    advance(EXPIRES_MS - LATE_MS)
    assert.equal(await enquire(), in15)
  })
}

test('a bank that is down gives no code, and nothing has happened', async () => {
  const { rail, enquire } = given()

  assert.equal((await rail.requestCode({ ...REQUEST, bank: '070' })).kind, 'unavailable')
  assert.equal(await enquire(), 'not_found')
})

test('every bank is in the list, and one that is not gives no code', async () => {
  const { rail } = given()

  assert.deepEqual(
    rail.ussdBanks.map(({ code }) => code),
    testUssdBanks.map(({ code }) => code),
  )
  assert.equal((await rail.requestCode({ ...REQUEST, bank: '999' })).kind, 'unavailable')
})

test('the same key has the same code, another key another, and both can be dialled', async () => {
  const { rail, dial } = given()
  const ask = (key: string) => rail.requestCode({ ...REQUEST, key, bank: '058' })

  const [one, same, other] = [await ask('k'), await ask('k'), await ask('other')]

  assert(one.kind === 'dial' && other.kind === 'dial')
  assert.match(one.code, /^\*737\*000\*\d{9}#$/)
  assert.deepEqual(same, one)
  assert.notEqual(other.code, one.code)
  assert.equal(await dial(one.code, 'another business'), null, 'not their code')
  assert.equal(await dial(one.code.replace('737', '966')), null, 'another bank')
  assert.equal(await dial('*737*1#'), null)
  await dial(one.code)
  assert.equal((await rail.enquire({ key: 'k' })).kind, 'approved')
  assert.equal((await rail.enquire({ key: 'other' })).kind, 'dial')
})

// biome-ignore format: a table reads in columns
const DECISIONS: [Decision | null, now: string, in5Minutes: string, in15: string][] = [
  ['approve', 'approved',           'approved',           'approved'],
  ['decline', 'insufficient_funds', 'insufficient_funds', 'insufficient_funds'],
  ['cancel',  'cancelled',          'cancelled',          'cancelled'],
  ['late',    'redirect_required',  'approved',           'approved'],
  [null,      'redirect_required',  'redirect_required',  'timed_out'],
]

for (const method of ['bank', 'opay'] as const) {
  for (const [decision, at, in5Minutes, in15] of DECISIONS) {
    test(`on the page of ${method}, ${decision ?? 'closing it'} decides`, async () => {
      const { rail, pages, advance, enquire } = given()
      const opened = await rail.openPage({ ...REQUEST, method, returnUrl: RETURN_URL })
      assert(opened.kind === 'redirect_required')
      const token = opened.url.slice('https://pay.example/sandbox/pages/'.length)

      const html = await pages.show(token)
      assert.match(html ?? '', method === 'opay' ? /Test OPay/ : /Test Bank/)
      assert.match(html ?? '', /₦5,000\.00/)
      assert.doesNotMatch(html ?? '', /Card/)
      if (decision !== null) {
        assert.equal((await pages.decide(token, decision))?.returnUrl, RETURN_URL)
        assert.match((await pages.show(token)) ?? '', /Back to the payment/)
      }

      assert.equal(await enquire(), at)
      advance(LATE_MS)
      assert.equal(await enquire(), in5Minutes)
      advance(EXPIRES_MS - LATE_MS)
      assert.equal(await enquire(), in15)
    })
  }
}

test('only a whole charge that was approved can be returned', async () => {
  const { rail, dial, advance } = given()
  const opened = await rail.requestCode({ ...REQUEST, bank: '058' })
  assert(opened.kind === 'dial')
  assert.equal((await rail.reverse({ key: 'k', amount: REQUEST.amount })).kind, 'refused')

  await dial(opened.code)
  advance(1 * MINUTE)
  assert.equal((await rail.reverse({ key: 'k', amount: REQUEST.amount })).kind, 'returned')
  const more = { key: 'r', charge: 'k', amount: naira(1) }
  assert.equal((await rail.refund(more)).kind, 'refused')
})
