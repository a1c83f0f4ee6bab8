import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type FlutterwaveWorld,
  flutterwaveWorld,
} from '../../../test/providers/flutterwave/world.ts'
import { banks } from '../../accounts/banks/banks.ts'
import { DAY } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { flutterwaveRails } from './flutterwave.ts'
import { USSD_BANKS } from './methods.ts'

// USSD codes and OPay: one attempt each, without a page of Flutterwave.

const AMOUNT = kobo(500_050n)
const ASKED = { key: 'k', amount: AMOUNT, email: 'ada@example.com' }
const OPAY = { ...ASKED, method: 'opay', returnUrl: 'https://pay.example/x' } as const
const USSD = { ...ASKED, bank: '058' }

const begin = {
  ussd: ({ rail }: FlutterwaveWorld) => rail.requestCode(USSD),
  opay: ({ rail }: FlutterwaveWorld) => rail.openPage(OPAY),
}
const WAYS = Object.keys(begin) as (keyof typeof begin)[]

test('a customer dials the code of the bank, and an OPay customer is sent to their wallet', async () => {
  const world = await flutterwaveWorld()

  const dial = await world.rail.requestCode(USSD)
  const page = await world.rail.openPage({ ...OPAY, key: 'o' })

  assert(dial.kind === 'dial' && page.kind === 'redirect_required')
  assert.match(dial.code, /^\*889\*767\*\d+#$/)
  assert(page.url.startsWith(world.standIn.pageOrigin))
  assert.deepEqual(
    world.standIn.books.charges.map(({ txRef, amount, method }) => [txRef, amount, method]),
    [
      ['k', AMOUNT, 'ussd'],
      ['o', AMOUNT, 'opay'],
    ],
  )
  await world.close()
})

test('who has paid is approved, without a card; who was declined is declined at once', async () => {
  for (const way of WAYS) {
    for (const status of ['successful', 'failed'] as const) {
      const world = await flutterwaveWorld()
      const begun = await begin[way](world)
      assert('handle' in begun)
      const { handle = '' } = begun
      const enquire = () => world.rail.enquire({ key: 'k', amount: AMOUNT, handle })
      assert.deepEqual(await enquire(), { kind: 'pending' })
      world.standIn.books.decide(world.standIn.books.find('k')!, status, 'Insufficient Funds')

      const outcome = await enquire()

      const paid = { kind: 'approved', authorization: null }
      const declined = { kind: 'declined', reason: 'insufficient_funds' }
      assert.partialDeepStrictEqual(outcome, status === 'failed' ? declined : paid)
      await world.close()
    }
  }
})

test('a charge that was begun and is then missing is unknown, however late', async () => {
  const world = await flutterwaveWorld()
  const begun = await world.rail.requestCode(USSD)
  assert(begun.kind === 'dial')
  world.standIn.books.charges.length = 0
  world.advance(30 * DAY)

  const { handle = '' } = begun

  assert.deepEqual(await world.rail.enquire({ key: 'k', handle }), { kind: 'unknown' })
  await world.close()
})

test('a key is one charge, also if its first answer was lost', async () => {
  for (const way of WAYS) {
    for (const fault of ['after', '503_after'] as const) {
      const world = await flutterwaveWorld()
      world.standIn.controls.fail(fault, 'charge')

      const first = await begin[way](world)
      const second = await begin[way](world)

      assert.deepEqual([first.kind, second.kind], ['unknown', 'unknown'])
      assert.equal(world.standIn.books.charges.length, 1)
      assert.deepEqual(await world.rail.enquire({ key: 'k' }), { kind: 'pending' })
      await world.close()
    }
  }
})

test('unavailable means that nothing was begun', async () => {
  for (const way of WAYS) {
    for (const fault of ['unauthorized', 'rate_limited'] as const) {
      const world = await flutterwaveWorld()
      world.standIn.controls.fail(fault, 'charge')

      assert.deepEqual(await begin[way](world), { kind: 'unavailable' })
      assert.equal(world.standIn.books.charges.length, 0)
      await world.close()
    }
  }
})

test('no customer is sent elsewhere, and none dials what is no code', async () => {
  const answers: [way: keyof typeof begin, authorization: object][] = [
    ['opay', { redirect: 'https://evil.example/' }],
    ['opay', { redirect: 'https://evilflutterwave.com/' }],
    ['opay', { redirect: 'http://opay.flutterwave.com/' }],
    ['opay', { redirect: 'https://a@opay.flutterwave.com/' }],
    ['opay', { redirect: 'https://opay.flutterwave.com:8443/' }],
    ['opay', { redirect: 'javascript:alert(1)' }],
    ['ussd', { note: 'call 08030000000' }],
    ['ussd', { note: '*889*767' }],
    ['ussd', {}],
  ]
  for (const [way, authorization] of answers) {
    const world = await flutterwaveWorld()
    const data = { tx_ref: 'k', status: 'pending' }
    const body = JSON.stringify({ status: 'success', data, meta: { authorization } })
    world.standIn.controls.fail({ answer: () => ({ body }) }, 'charge')

    assert.equal((await begin[way](world)).kind, 'unknown', body)
    await world.close()
  }
})

test('OPay is also taken from where an older answer has it', async () => {
  const world = await flutterwaveWorld()
  const data = { tx_ref: 'k', auth_url: 'https://opay.flutterwave.com/?reference=1' }
  const body = JSON.stringify({ status: 'success', data })
  world.standIn.controls.fail({ answer: () => ({ body }) }, 'charge')

  const outcome = await world.rail.openPage(OPAY)

  assert(outcome.kind === 'redirect_required')
  assert.equal(outcome.url, 'https://opay.flutterwave.com/?reference=1')
  await world.close()
})

test('an answer about another charge is not taken for this one', async () => {
  const world = await flutterwaveWorld()
  const meta = { authorization: { note: '*889*767*1#' } }
  const body = JSON.stringify({ status: 'success', data: { tx_ref: 'other' }, meta })
  world.standIn.controls.fail({ answer: () => ({ body }) }, 'charge')

  assert.equal((await world.rail.requestCode(USSD)).kind, 'unknown')
  await world.close()
})

test('each bank with USSD is on our list, and no other is asked for', async () => {
  const world = await flutterwaveWorld()
  for (const { code } of USSD_BANKS) {
    assert(
      banks.some((one) => one.code === code),
      code,
    )
    const { kind } = await world.rail.requestCode({ ...USSD, key: `k-${code}`, bank: code })
    assert.equal(kind, 'dial', code)
  }

  for (const bank of ['999', '', '090110']) {
    const outcome = await world.rail.requestCode({ ...USSD, bank })
    assert.deepEqual(outcome, { kind: 'unavailable' })
  }
  await world.close()
})

test('what is not chosen is not offered', () => {
  const config = {
    secretKey: 'FLWSECK-0000000000000000-X',
    hash: 'a-hash-of-sixteen',
    baseUrl: 'https://api.flutterwave.com/v3',
    pageOrigin: 'https://checkout.flutterwave.com',
    pageMs: 1 * DAY,
  }
  const deps = { now: () => new Date('2026-11-28T10:00:00Z'), log: { warn() {} }, banks: [] }
  const offered = (...offers: ('cards' | 'ussd' | 'opay' | 'accounts' | 'payouts')[]) =>
    flutterwaveRails({ ...config, offers }, deps)

  assert.deepEqual(Object.keys(offered('cards') ?? {}), ['card', 'disputes'])
  assert.deepEqual(offered('cards')?.card?.methods, ['card'])
  assert.equal(offered('cards')?.card?.requestCode, undefined)
  assert.deepEqual(offered('opay')?.card?.methods, ['opay'])
  assert.equal(offered('ussd')?.card?.openPage, undefined)
  assert(offered('ussd')?.card?.requestCode)
  assert.deepEqual(Object.keys(offered('payouts') ?? {}), ['bank'])
  assert.equal(offered('payouts')?.bank?.issueOneOffAccount, undefined)
  assert.equal(offered('accounts')?.bank?.transfer, undefined)
})
