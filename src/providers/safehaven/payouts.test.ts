import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { BANK, PAYEE, safehavenWorld } from '../../../test/providers/safehaven/world.ts'
import { stopClock } from '../../../test/stopped-clock.ts'
import { until } from '../../../test/support.ts'
import { HOUR, MINUTE } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { narrationOf } from './transfers.ts'

// Payouts through Safe Haven's stand-in. `books.paidTo` says what the receiver really got.

const POST = 'POST /transfers'
const posts = ({ controls }: { controls: { calls: string[] } }) =>
  controls.calls.filter((call) => call === POST).length

test('a payout is sent once under its key, with its fee, however often it is asked for', async (t) => {
  const world = await safehavenWorld(t)
  const order = await world.payment(world.newKey())

  const first = await world.bank.transfer(order)
  assert(first.kind === 'sent')
  assert.equal(first.fee, 1_075n)
  assert.deepEqual(await world.bank.transfer(order), first)
  assert.deepEqual(await world.bank.enquireTransfer(order), first)
  assert.deepEqual(await world.bank.enquireTransfer({ ...order, handle: first.handle! }), first)

  assert.equal(world.books.paidTo(PAYEE), 500_050n)
  assert.equal(world.books.balance(world.config.accountNumber), 100_000_000n - 500_050n - 1_075n)
})

test('all who ask at once for one payout share it', async (t) => {
  const world = await safehavenWorld(t)
  const order = await world.payment(world.newKey())
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => world.bank.transfer(order)))
  for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0])
  assert.equal(posts(world), 1)
})

test('a new key is paid at once; an older one is looked for before', async (t) => {
  const world = await safehavenWorld(t)
  const [young, old] = [await world.payment(world.newKey()), await world.payment(world.newKey())]
  assert.equal((await world.bank.transfer(young)).kind, 'sent')
  assert(!world.controls.calls.includes('GET /transfers'))
  world.advance(2 * MINUTE)
  assert.equal((await world.bank.transfer(old)).kind, 'sent')
  assert(world.controls.calls.includes('GET /transfers'))
})

test('what another process has sent is found and not sent again', async (t) => {
  const world = await safehavenWorld(t)
  const order = await world.payment(world.newKey())
  const first = await world.another().bank.transfer(order)
  world.advance(2 * MINUTE)
  assert.deepEqual(await world.bank.transfer(order), first)
  assert.equal(posts(world), 1)
})

test('under a key that is taken nothing else is paid', async (t) => {
  const world = await safehavenWorld(t)
  const order = await world.payment(world.newKey())
  await world.bank.transfer(order)
  const more = await world.bank.transfer({ ...order, amount: kobo(500_051n) })
  assert.deepEqual(more, { kind: 'failed', reason: 'duplicate' })
  const other = await world.payment(order.key, { accountNumber: '0123456788' })
  assert.deepEqual(await world.bank.transfer(other), { kind: 'failed', reason: 'duplicate' })
  assert.equal(posts(world), 1)
})

test('an answer that is lost leaves it unknown, and asking again pays nothing twice', async (t) => {
  const world = await safehavenWorld(t)
  const order = await world.payment(world.newKey())
  const askedAt = world.now()
  world.controls.fail({ call: POST, how: 'after' })
  assert.deepEqual(await world.bank.transfer(order), { kind: 'unknown' })
  const again = await world.bank.transfer(order)
  assert.equal(again.kind, 'sent')
  assert.deepEqual(await world.bank.enquireTransfer({ key: order.key, askedAt }), again)
  assert.equal(posts(world), 1)
})

test('a request that never arrived is unknown for two hours, then not found, and then sent', async (t) => {
  const world = await safehavenWorld(t)
  const order = await world.payment(world.newKey())
  const askedAt = world.now()
  world.controls.fail({ call: POST, how: 'before' })
  assert.deepEqual(await world.bank.transfer(order), { kind: 'unknown' })
  const enquire = () => world.bank.enquireTransfer({ key: order.key, askedAt })

  assert.deepEqual(await enquire(), { kind: 'unknown' })
  assert.deepEqual(await world.bank.transfer(order), { kind: 'unknown' }, 'it may still come')
  world.advance(2 * HOUR - 1)
  assert.deepEqual(await enquire(), { kind: 'unknown' })
  world.advance(1)
  assert.deepEqual(await world.bank.enquireTransfer({ key: order.key }), { kind: 'unknown' })
  assert.deepEqual(await enquire(), { kind: 'not_found' })
  const renewed = await world.payment(order.key)
  assert.equal((await world.bank.transfer(renewed)).kind, 'sent')
  assert.equal(world.books.paidTo(PAYEE), 500_050n)
})

test('many that ask at once read the list and the statement once', async (t) => {
  const world = await safehavenWorld(t)
  const askedAt = world.now()
  const order = await world.payment(world.newKey())
  const paid = await world.bank.transfer(order)
  world.advance(3 * HOUR)
  const keys = [order.key, ...Array.from({ length: 20 }, () => world.newKey())]
  world.controls.calls.length = 0
  const kinds = await Promise.all(
    keys.map(async (key) => (await world.bank.enquireTransfer({ key, askedAt })).kind),
  )
  assert.deepEqual(kinds, [paid.kind, ...Array.from({ length: 20 }, () => 'not_found')])
  const lists = ['GET /transfers', 'GET /accounts/:id/statement']
  assert.deepEqual(
    world.controls.calls.filter((call) => lists.includes(call)),
    lists,
  )
})

test('a list that others began before the two hours were over does not say "not found"', async (t) => {
  const world = await safehavenWorld(t)
  const [older, younger] = [world.newKey(), world.newKey()]
  const askedAt = world.now()
  world.advance(2 * HOUR)
  const later = new Date(askedAt.getTime() + 1)
  for (const call of ['GET /transfers', 'GET /accounts/:id/statement']) {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    world.controls.fail({ call, how: 'slow', meanwhile: () => answered })
    const first = world.bank.enquireTransfer({ key: older, askedAt })
    await until(call, async () => world.controls.calls.includes(call))
    world.advance(1)
    const second = world.bank.enquireTransfer({ key: younger, askedAt: later })
    // It joins the running call, or makes its own, in this order.
    for (let turn = 0; turn < 10; turn++) await nextTurn()
    answer()
    assert.deepEqual(await second, { kind: 'unknown' }, call)
    assert.deepEqual(await first, { kind: 'not_found' }, call)
    world.advance(-1)
    world.controls.calls.length = 0
  }
  world.advance(1)
  const asked = { key: younger, askedAt: later }
  assert.deepEqual(await world.bank.enquireTransfer(asked), { kind: 'not_found' })
})

test('what only the statement shows is not "not found"', async (t) => {
  const world = await safehavenWorld(t)
  const key = world.newKey()
  const askedAt = world.now()
  const account = world.books.find(world.config.accountNumber)!
  world.books.move(account, -100n, { reference: `T-${key}`, narration: 'rent' })
  world.advance(3 * HOUR)
  assert.deepEqual(await world.bank.enquireTransfer({ key, askedAt }), { kind: 'unknown' })
})

test('where the list or the statement cannot be read nothing is "not found"', async (t) => {
  const world = await safehavenWorld(t)
  const key = world.newKey()
  const askedAt = world.now()
  world.advance(3 * HOUR)
  for (const call of ['GET /transfers', 'GET /accounts/:id/statement', 'GET /accounts']) {
    for (const how of ['text_502', 'hidden_500', 'throttled', 'before'] as const) {
      // A new process each time, which does not know the account's id.
      const { bank } = world.another()
      // A read may be retried on another connection.
      world.controls.fail({ call, how, times: 9 })
      const { kind } = await bank.enquireTransfer({ key, askedAt })
      assert(kind === 'unknown' || kind === 'unavailable', `${call} ${how}: ${kind}`)
      world.controls.heal()
    }
  }
  const { kind } = await world.another().bank.enquireTransfer({ key, askedAt })
  assert.equal(kind, 'not_found')
})

test('"processing", then "not found", then done is accepted, unknown, sent, and never failed', async (t) => {
  const world = await safehavenWorld(t)
  world.controls.fates.set(PAYEE, 'vanishing')
  const order = await world.payment(world.newKey())
  const askedAt = world.now()
  const accepted = await world.bank.transfer(order)
  assert(accepted.kind === 'accepted' && accepted.handle !== undefined)
  const { handle } = accepted
  const enquire = () => world.bank.enquireTransfer({ key: order.key, handle, askedAt })
  for (let minute = 0; minute < 9; minute += 1) {
    world.advance(MINUTE)
    assert.deepEqual(await enquire(), { kind: 'unknown', handle })
  }
  assert.deepEqual(await world.bank.transfer(order), { kind: 'unknown' })
  world.advance(MINUTE)
  assert.equal((await enquire()).kind, 'sent')
  assert.equal(world.books.paidTo(PAYEE), 500_050n)
})

test('with a handle nothing is ever "not found"', async (t) => {
  const world = await safehavenWorld(t)
  const key = world.newKey()
  const askedAt = world.now()
  world.advance(48 * HOUR)
  const handle = '999240260315120000000000009999'
  const outcome = await world.bank.enquireTransfer({ key, handle, askedAt })
  assert.deepEqual(outcome, { kind: 'unknown', handle })
})

test('what is in hand is accepted, and ends sent or failed', async (t) => {
  const world = await safehavenWorld(t)
  for (const [fate, end] of [
    ['processing', 'sent'],
    ['fails_later', 'failed'],
  ] as const) {
    world.controls.fates.set(PAYEE, fate)
    const order = await world.payment(world.newKey())
    const accepted = await world.bank.transfer(order)
    assert(accepted.kind === 'accepted')
    const asked = { key: order.key, handle: accepted.handle! }
    assert.deepEqual(await world.bank.enquireTransfer(asked), accepted)
    world.advance(MINUTE)
    assert.equal((await world.bank.enquireTransfer(asked)).kind, end)
  }
})

test('a failure inside an answer of 201 is a failure, and one of too little money too', async (t) => {
  const world = await safehavenWorld(t, { balance: 501_125n })
  world.controls.fates.set(PAYEE, 'failed')
  const order = await world.payment(world.newKey())
  assert.deepEqual(await world.bank.transfer(order), {
    kind: 'failed',
    reason: 'not_permitted',
    said: '57',
  })
  world.controls.fates.clear()
  const large = await world.payment(world.newKey(), { amount: 500_051n })
  const failed = { kind: 'failed', reason: 'rail_balance_too_low', said: '51' }
  assert.deepEqual(await world.bank.transfer(large), failed)
  const fits = await world.payment(world.newKey(), { amount: 500_050n })
  assert.equal((await world.bank.transfer(fits)).kind, 'sent')
})

test('a payout that comes back after a day is reversed, when it is asked about', async (t) => {
  const world = await safehavenWorld(t)
  world.controls.fates.set(PAYEE, 'reversed_later')
  const order = await world.payment(world.newKey())
  const sent = await world.bank.transfer(order)
  assert(sent.kind === 'sent')
  world.advance(24 * HOUR)
  const reversed = { kind: 'reversed', reason: 'reversed_by_bank' }
  const asked = { key: order.key, handle: sent.handle! }
  assert.deepEqual(await world.bank.enquireTransfer(asked), reversed)
  assert.deepEqual(await world.bank.enquireTransfer({ key: order.key }), reversed)
  assert.equal(world.books.balance(world.config.accountNumber), 100_000_000n - 1_075n)
})

test('nothing is paid under an enquiry about another account', async (t) => {
  const world = await safehavenWorld(t)
  const other = await world.payment(world.newKey(), { accountNumber: '0123456788' })
  const order = await world.payment(world.newKey())
  const mixed = await world.bank.transfer({ ...order, enquiry: other.enquiry })
  assert.deepEqual(mixed, { kind: 'failed', reason: 'request_rejected' })
  assert.equal((await world.bank.transfer(order)).kind, 'sent', 'the key is free')
})

test('a look that takes long is not followed by a request for money', async (t) => {
  const world = await safehavenWorld(t, { deadlineMs: 2_400 })
  const pass = stopClock(t)
  const order = await world.payment(world.newKey())
  world.advance(2 * MINUTE)
  world.controls.fail({ call: 'GET /transfers', how: 'slow', meanwhile: () => pass(1_200) })
  assert.deepEqual(await world.bank.transfer(order), { kind: 'unavailable' })
  assert.equal(posts(world), 0)
  assert.equal((await world.bank.transfer(order)).kind, 'sent')
})

test('a bank without a NIP code is not asked, and pays nobody', async (t) => {
  const world = await safehavenWorld(t)
  const bank = { code: '109', nipCode: null }
  const asked = { bank, accountNumber: PAYEE }
  assert.deepEqual(await world.bank.resolveAccount(asked), { kind: 'not_found' })
  assert.deepEqual(await world.bank.enquireBeneficiary(asked), { kind: 'not_found' })
  const order = { ...(await world.payment(world.newKey())), bank }
  assert.deepEqual(await world.bank.transfer(order), { kind: 'failed', reason: 'bank_unknown' })
})

test('a narration is written in what the network takes', () => {
  assert.equal(narrationOf('Rent – Ngọzi & sons №4'), 'Rent Ngozi sons No4')
  assert.equal(narrationOf('\u0000<b>'), 'b')
  assert.equal(narrationOf('x '.repeat(100)).length, 99)
  assert.equal(narrationOf('😀'), '')
})

test('an answer that is of another transfer says nothing', async (t) => {
  const world = await safehavenWorld(t)
  const order = await world.payment(world.newKey())
  const sent = await world.bank.transfer(order)
  assert(sent.kind === 'sent')
  const handle = sent.handle!
  const other = world.newKey()
  const outcome = await world.bank.enquireTransfer({ key: other, handle, askedAt: world.now() })
  assert.deepEqual(outcome, { kind: 'unknown', handle })
  assert(BANK.nipCode)
})

test('a list with a transfer without a reference proves nothing of ours', async (t) => {
  const world = await safehavenWorld(t)
  const order = await world.payment(world.newKey())
  await world.bank.transfer(order)
  world.advance(2 * MINUTE)
  const hidden = /"paymentReference":"[^"]*",/
  for (const instead of ['', '"paymentReference":{},', '"paymentReference":null,']) {
    world.controls.alter = (_, text) => text.replace(hidden, instead)
    assert.deepEqual(await world.another().bank.transfer(order), { kind: 'unavailable' }, instead)
  }
  assert.equal(posts(world), 1)
  const other = await world.payment(world.newKey(), { amount: 100n })
  world.advance(2 * MINUTE)
  world.controls.alter = (_, text) => text.replace(hidden, '"paymentReference":{},')
  assert.deepEqual(await world.another().bank.transfer(other), { kind: 'unavailable' })
  // A manual transfer of another amount is not ours.
  world.controls.alter = (_, text) => text.replace(hidden, '"paymentReference":null,')
  assert.equal((await world.bank.transfer(other)).kind, 'sent')
})

test('an earlier payout that cannot be read is unknown, and no other one', async (t) => {
  const world = await safehavenWorld(t)
  const order = await world.payment(world.newKey())
  await world.bank.transfer(order)
  world.advance(2 * MINUTE)
  for (const [name, odd] of [
    ['creditAccountNumber', '1e999'],
    ['creditAccountNumber', 'null'],
    ['amount', '"5,000.50"'],
    ['amount', '5000.505'],
    ['sessionId', '-1'],
  ] as const) {
    const pattern = new RegExp(`"${name}":[^,]+`)
    world.controls.alter = (_, text) => text.replace(pattern, `"${name}":${odd}`)
    assert.deepEqual(await world.another().bank.transfer(order), { kind: 'unknown' }, odd)
  }
})
