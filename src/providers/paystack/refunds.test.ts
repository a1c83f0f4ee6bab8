import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PaystackWorld, paystackWorld } from '../../../test/providers/paystack/world.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import { kobo, naira } from '../../platform/money.ts'

// A refund at Paystack has no reference of ours. These tests show that none is made twice.

const AMOUNT = naira(5_000)
const PART = naira(1_000)
const REFUND = { key: 'r', charge: 'k', amount: PART }

async function given(options: Parameters<typeof paystackWorld>[0] = {}): Promise<PaystackWorld> {
  const world = await paystackWorld(options)
  const returnUrl = 'https://pay.example/checkout/abc'
  await world.rail.openPage({ key: 'k', amount: AMOUNT, email: 'ada@example.com', returnUrl })
  await world.customer.pays('k')
  return world
}

test('a refund whose answer was lost is found, and not made again', async () => {
  for (const fault of ['after', '502_after'] as const) {
    const world = await given()
    world.standIn.controls.fail(fault, 'create_refund')

    const lost = await world.rail.refund(REFUND)
    const enquired = await world.rail.enquireRefund(REFUND)
    const again = await world.rail.refund(REFUND)

    assert.equal(lost.kind, 'unknown', fault)
    assert.equal(enquired.kind, 'accepted')
    assert.deepEqual(again, enquired)
    assert.deepEqual(await world.another().refund(REFUND), enquired)
    assert.equal(world.goneBack('k'), PART)
    await world.close()
  }
})

test('what was asked for a moment ago is not said to be missing', async () => {
  const world = await given()
  const askedAt = world.now()
  world.standIn.controls.fail('502', 'create_refund')
  assert.equal((await world.rail.refund(REFUND)).kind, 'unknown')

  const young = await world.rail.enquireRefund({ ...REFUND, askedAt })
  world.advance(10 * MINUTE)
  const old = await world.rail.enquireRefund({ ...REFUND, askedAt })
  const restored = { ...REFUND, askedAt, askedUntil: later(world.now(), -10 * MINUTE + 1) }
  const perhapsYoung = await world.rail.enquireRefund(restored)

  assert.equal(young.kind, 'unknown')
  assert.equal(perhapsYoung.kind, 'unknown', 'after a restore')
  assert.equal(old.kind, 'not_found')
  assert.equal((await world.rail.refund(REFUND)).kind, 'accepted')
  assert.equal(world.goneBack('k'), PART)
  await world.close()
})

test('where the list heeds no transaction, the refunds of others are not taken for ours', async () => {
  const world = await given()
  const { rail, standIn } = world
  standIn.controls.heedTransaction(false)
  const other = { key: 'other', amount: AMOUNT, email: 'bo@example.com' }
  await rail.openPage({ ...other, returnUrl: 'https://pay.example/' })
  await world.customer.pays('other')
  await rail.refund({ key: 'r-other', charge: 'other', amount: AMOUNT })

  const outcome = await rail.refund({ ...REFUND, amount: AMOUNT })

  assert.equal(outcome.kind, 'accepted')
  assert.equal(world.goneBack('k'), AMOUNT)
  assert.equal((await rail.refund({ ...REFUND, amount: AMOUNT })).kind, 'accepted')
  assert.equal(world.goneBack('k'), AMOUNT)
  await world.close()
})

test('where notes are not kept, no refund is made that might be the second', async () => {
  const world = await given({ rules: { keepsNotes: false } })
  assert.equal((await world.rail.refund(REFUND)).kind, 'accepted')

  const again = await world.rail.refund(REFUND)
  const enquired = await world.rail.enquireRefund(REFUND)

  assert.equal(again.kind, 'unknown')
  assert.equal(enquired.kind, 'unknown')
  assert.equal(world.goneBack('k'), PART)
  await world.close()
})

test('parts never sum to more than the charge, also where Paystack does not add up', async () => {
  const world = await given({ rules: { addsUp: false } })
  const most = { charge: 'k', amount: naira(3_000) }
  assert.equal((await world.rail.refund({ key: 'r1', ...most })).kind, 'accepted')

  const second = await world.rail.refund({ key: 'r2', ...most })
  const reversal = await world.rail.reverse({ key: 'k', amount: AMOUNT })

  const refused = { kind: 'refused', reason: 'amount_too_high' }
  assert.deepEqual([second, reversal], [refused, refused])
  assert.equal(world.goneBack('k'), naira(3_000))
  await world.close()
})

test('our key on a refund of another amount is for a person to look at', async () => {
  const world = await given()
  await world.rail.refund(REFUND)

  const outcome = await world.rail.refund({ ...REFUND, amount: kobo(PART + 1n) })

  assert.equal(outcome.kind, 'unknown')
  assert.equal(world.goneBack('k'), PART)
  await world.close()
})

test('a balance that is too low is no refusal: filled up, the refund is made', async () => {
  const world = await given({ rules: { openingBalance: kobo(0) } })
  const whole = { ...REFUND, amount: AMOUNT }
  assert.equal((await world.rail.refund(whole)).kind, 'unavailable')
  const other = { key: 'other', amount: AMOUNT, email: 'bo@example.com' }
  await world.rail.openPage({ ...other, returnUrl: 'https://pay.example/' })

  await world.customer.pays('other')

  assert.equal((await world.rail.refund(whole)).kind, 'accepted')
  await world.close()
})

test('a refund that needs attention waits, and one that went back can fail after all', async () => {
  const world = await given()
  const { controls, books } = world.standIn
  controls.nextRefund('needs-attention')
  const { handle = '' } = (await world.rail.refund(REFUND)) as { handle?: string }
  await world.later()
  const enquire = async () => (await world.rail.enquireRefund({ ...REFUND, handle })).kind

  assert.equal(await enquire(), 'accepted')
  controls.endRefund(books.refunds[0]!.id, 'processed')
  assert.equal(await enquire(), 'returned')
  controls.endRefund(books.refunds[0]!.id, 'failed')
  assert.equal(await enquire(), 'refused')
  await world.close()
})

test('a refund that was accepted and is gone is unknown', async () => {
  const world = await given()
  await world.rail.refund(REFUND)

  const outcome = await world.rail.enquireRefund({ ...REFUND, handle: '99' })

  assert.deepEqual(outcome, { kind: 'unknown', handle: '99' })
  await world.close()
})

test('a number that belongs to another refund of ours says nothing of this one', async () => {
  const world = await given()
  const { handle = '' } = (await world.rail.refund(REFUND)) as { handle?: string }

  const outcome = await world.rail.enquireRefund({ ...REFUND, key: 'r2', handle })

  assert.equal(outcome.kind, 'unknown')
  await world.close()
})
