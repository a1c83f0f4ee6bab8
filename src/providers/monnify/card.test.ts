import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monnifyWorld } from '../../../test/providers/monnify/world.ts'
import { DAY, MINUTE } from '../../platform/clock.ts'
import { kobo, naira } from '../../platform/money.ts'

const AMOUNT = naira(5_000)
const BEGAN = new Date('2026-11-23T09:00:00Z')
/** A UUIDv7 of this time. */
const KEY = `${BEGAN.getTime()
  .toString(16)
  .padStart(12, '0')
  .replace(/^(.{8})/, '$1-')}-7000-8000-000000000001`
const page = (key = KEY) => ({
  key,
  amount: AMOUNT,
  email: 'ada@example.com',
  returnUrl: 'https://pay.example/checkout/abc',
})

test('a customer pays by card on their page, and the enquiry says so', async () => {
  const world = await monnifyWorld()
  const { card, bank } = world.rails

  const opened = await card.openPage(page())
  assert(opened.kind === 'redirect_required')
  assert(opened.url.startsWith(world.url))
  assert.equal(opened.authorization, null)
  assert.deepEqual(await card.enquire({ key: KEY }), { kind: 'pending' })
  world.controls.pay(KEY, AMOUNT)

  const approved = await card.enquire({ key: KEY, amount: AMOUNT })
  assert(approved.kind === 'approved')
  assert.equal(approved.authorization?.bin, '512345')
  assert.equal(approved.authorization?.last4, '2346')
  const news = bank.readNotification(world.controls.told[0]!)
  assert.deepEqual(news, { kind: 'about', what: 'charge', key: KEY })
})

test('the statement names a charge by our key', async () => {
  const world = await monnifyWorld()
  const from = world.now()
  await world.rails.card.openPage(page())
  world.controls.pay(KEY, AMOUNT)
  world.advance(MINUTE)

  const statement = await world.rails.bank.fetchStatement({ from, to: world.now() })

  assert(statement.kind === 'fetched')
  assert.deepEqual(
    statement.lines.map(({ sessionId, direction }) => [sessionId, direction]),
    [[KEY, 'credit']],
  )
})

test('a page opened twice under one key is one charge, and its address is said once', async () => {
  const world = await monnifyWorld()

  await world.rails.card.openPage(page())

  assert.deepEqual(await world.another().card.openPage(page()), { kind: 'unknown' })
  assert.equal(world.books.payments.size, 1)
})

test('a card that has failed may be tried again, until the page is a day old', async () => {
  const world = await monnifyWorld()
  const { card } = world.rails
  await card.openPage(page())

  for (const status of ['FAILED', 'ABANDONED']) {
    world.controls.endPayment(KEY, status)
    assert.deepEqual(await card.enquire({ key: KEY }), { kind: 'pending', declined: 'declined' })
  }
  world.advance(DAY + MINUTE)
  const declined = { kind: 'declined', reason: 'declined', authorization: null }
  assert.deepEqual(await card.enquire({ key: KEY }), declined)
  for (const status of ['CANCELLED', 'EXPIRED', 'REVERSED']) {
    world.controls.endPayment(KEY, status)
    assert.deepEqual(await card.enquire({ key: KEY }), declined)
  }
  world.controls.endPayment(KEY, 'SOMETHING')
  assert.deepEqual(await card.enquire({ key: KEY }), { kind: 'unknown' })
})

test('less than was asked has not paid, nor has a transfer', async () => {
  const world = await monnifyWorld()
  const { card } = world.rails
  await card.openPage(page())
  world.controls.pay(KEY, kobo(AMOUNT - 1n))
  assert.deepEqual(await card.enquire({ key: KEY, amount: AMOUNT }), { kind: 'unknown' })

  await card.openPage(page('other'))
  world.controls.pay('other', AMOUNT)
  assert.equal((await card.enquire({ key: 'other', amount: kobo(AMOUNT + 1n) })).kind, 'unknown')
  assert.equal((await card.enquire({ key: 'other', amount: AMOUNT })).kind, 'approved')
  world.books.byPaymentReference('other')!.method = 'ACCOUNT_TRANSFER'
  assert.equal((await card.enquire({ key: 'other', amount: AMOUNT })).kind, 'unknown')
})

test('cards are not refunded, and a charge that never arrived is not found', async () => {
  const { card } = (await monnifyWorld()).rails
  const refused = { kind: 'refused', reason: 'card_not_refundable' }

  assert.deepEqual(await card.refund({ key: 'r', charge: KEY, amount: AMOUNT }), refused)
  assert.deepEqual(await card.reverse({ key: KEY, amount: AMOUNT }), refused)
  assert.deepEqual(await card.enquireRefund({ key: 'r', charge: KEY }), { kind: 'not_found' })
  assert.deepEqual(await card.enquire({ key: KEY }), { kind: 'not_found' })
})

test('customers are sent to nobody but Monnify', async () => {
  for (const url of [
    'https://monnify.com.evil.example/checkout',
    'https://evil.example/?monnify.com',
    'https://ada@sdk.monnify.com/checkout',
    'http://sdk.monnify.com/checkout',
    'https://evilmonnify.com/',
    'javascript:alert(1)',
    'http://127.0.0.1:1/checkout',
    '',
  ]) {
    const world = await monnifyWorld()
    const answer = (usual: string) => {
      const json = JSON.parse(usual)
      json.responseBody.checkoutUrl = url
      return { body: JSON.stringify(json) }
    }
    world.controls.fail({ answer }, 'init')
    assert.deepEqual(await world.rails.card.openPage(page()), { kind: 'unknown' }, url)
  }
})
