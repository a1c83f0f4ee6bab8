import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type FlutterwaveWorld,
  flutterwaveWorld,
} from '../../../test/providers/flutterwave/world.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { kobo, naira } from '../../platform/money.ts'

// Charges on Flutterwave's page, attempt by attempt, and their refunds.

const AMOUNT = kobo(500_050n)

async function opened(world: FlutterwaveWorld, key = 'k') {
  const page = { key, amount: AMOUNT, email: 'ada@example.com' }
  const outcome = await world.rail.openPage({ ...page, returnUrl: 'https://pay.example/x' })
  assert(outcome.kind === 'redirect_required')
  const { handle = '' } = outcome
  return { handle, enquire: () => world.rail.enquire({ key, handle }) }
}

test('the amount goes to Flutterwave in naira, to the kobo', async () => {
  const world = await flutterwaveWorld()

  await opened(world)
  world.customer.pays('k')

  assert.equal(world.standIn.books.pages[0]!.amount, AMOUNT)
  assert.equal(world.standIn.books.pages[0]!.sessionMs, 1 * DAY)
  await world.close()
})

test('a customer whose second try failed after the first was paid has paid', async () => {
  const world = await flutterwaveWorld()
  const { enquire } = await opened(world)
  const { books, controls } = world.standIn
  const failed = controls.decline('k', 'Insufficient Funds')
  controls.pay('k')
  // The query by reference shows the attempt that failed.
  books.charges.push(books.charges.shift()!)

  const outcome = await enquire()

  assert.equal(books.find('k'), failed)
  assert.equal(outcome.kind, 'approved')
  world.pageIsOver()
  assert.equal((await enquire()).kind, 'approved', 'also once the page is over')
  await world.close()
})

test('a page is declined ten minutes after its end, never before', async () => {
  for (const isTried of [false, true]) {
    const world = await flutterwaveWorld()
    const { enquire } = await opened(world)
    if (isTried) world.standIn.controls.decline('k', 'Insufficient Funds')
    world.advance(1 * DAY + 9 * MINUTE)
    assert.equal((await enquire()).kind, 'pending')
    world.advance(1 * MINUTE)

    const outcome = await enquire()

    const reason = isTried ? 'insufficient_funds' : 'declined'
    assert.partialDeepStrictEqual(outcome, { kind: 'declined', reason })
    await world.close()
  }
})

test('while a bank has not answered one try, the page is not declined', async () => {
  const world = await flutterwaveWorld()
  const { enquire } = await opened(world)
  const { books, controls } = world.standIn
  controls.leavePending('k')
  controls.decline('k')
  world.pageIsOver()

  assert.equal(books.find('k')!.status, 'failed')
  assert.equal((await enquire()).kind, 'pending')
  await world.close()
})

test('if they ignore the filter by reference, other payments are not taken for this one', async () => {
  const world = await flutterwaveWorld()
  const { enquire } = await opened(world)
  world.standIn.controls.heedReference(false)
  await opened(world, 'other')
  world.customer.pays('other')
  world.customer.isDeclined('k')

  assert.equal((await enquire()).kind, 'pending')
  world.pageIsOver()
  assert.equal((await enquire()).kind, 'declined')
  await world.close()
})

test('a payment that was read and is then missing is unknown, not declined', async () => {
  const world = await flutterwaveWorld()

  const outcome = await world.rail.enquire({ key: 'gone', handle: '500050/4975363' })

  assert.deepEqual(outcome, { kind: 'unknown' })
  await world.close()
})

test('if they do not store comments, no refund is made twice', async () => {
  const world = await flutterwaveWorld({
    rules: { keepsComments: false, openingBalance: naira(100_000) },
  })
  await opened(world)
  world.customer.pays('k')
  const refund = { key: 'r', charge: 'k', amount: naira(1_000) }

  const first = await world.rail.refund(refund)
  const second = await world.rail.refund(refund)
  const enquired = await world.rail.enquireRefund({ key: 'r', charge: 'k', askedAt: world.now() })

  assert.deepEqual([first.kind, second.kind, enquired.kind], ['accepted', 'unknown', 'unknown'])
  assert.equal(world.goneBack('k'), naira(1_000))
  await world.close()
})

test('a refund that was just requested is not missing for ten minutes', async () => {
  const world = await flutterwaveWorld()
  await opened(world)
  world.customer.pays('k')
  const askedAt = world.now()
  const enquire = async () =>
    (await world.rail.enquireRefund({ key: 'r', charge: 'k', askedAt })).kind

  assert.equal(await enquire(), 'unknown')
  world.advance(10 * MINUTE)
  assert.equal(await enquire(), 'not_found')
  await world.close()
})

test('refunds beyond the first page of the list are found', async () => {
  const world = await flutterwaveWorld()
  await opened(world)
  world.customer.pays('k')
  for (let i = 0; i < 25; i++) {
    const refund = { key: `r${i}`, charge: 'k', amount: kobo(100n + BigInt(i)) }
    assert.equal((await world.rail.refund(refund)).kind, 'accepted')
  }

  const again = await world.rail.refund({ key: 'r0', charge: 'k', amount: kobo(100) })

  assert.equal(again.kind, 'accepted')
  assert.equal(world.standIn.books.refunds.length, 25)
  await world.close()
})

test('a balance that is too low for a refund makes it wait', async () => {
  const world = await flutterwaveWorld({ rules: { openingBalance: kobo(0) } })
  await opened(world)
  world.customer.pays('k')
  world.standIn.books.settle()

  const outcome = await world.rail.refund({ key: 'r', charge: 'k', amount: naira(1_000) })

  assert.deepEqual(outcome, { kind: 'unavailable' })
  world.advance(1 * HOUR)
  await world.close()
})
