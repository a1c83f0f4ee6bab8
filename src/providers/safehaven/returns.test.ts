import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BANK,
  PAYEE,
  type SafehavenWorld,
  safehavenWorld,
} from '../../../test/providers/safehaven/world.ts'
import { stopClock } from '../../../test/stopped-clock.ts'
import { HOUR, MINUTE } from '../../platform/clock.ts'
import { kobo, naira } from '../../platform/money.ts'
import type { BankCredit } from '../outcomes.ts'

import { isOnePerson } from './payouts.ts'

// Safe Haven cannot return a credit, so a return is a transfer to the sender.

async function creditFrom(world: SafehavenWorld, accountNumber = PAYEE): Promise<BankCredit> {
  const owner = await world.bank.resolveAccount({ bank: BANK, accountNumber })
  assert(owner.kind === 'found')
  return {
    sessionId: '000013260315120000000000000077',
    accountNumber: '8000000010',
    amount: naira(5_000),
    senderName: owner.accountName,
    senderBankCode: '058',
    senderAccountNumber: accountNumber,
    narration: 'rent',
    occurredAt: world.now(),
  }
}

test('a credit goes back once to the account that it came from', async (t) => {
  const world = await safehavenWorld(t)
  const credit = await creditFrom(world)
  const request = { key: world.newKey(), credit, amount: credit.amount }

  const returned = await world.bank.returnCredit(request)
  assert(returned.kind === 'returned')
  assert.equal(returned.fee, 1_075n)
  assert.deepEqual(await world.bank.returnCredit(request), returned)
  assert.deepEqual(await world.another().bank.returnCredit(request), returned)
  assert.deepEqual(await world.bank.enquireReturn({ key: request.key }), returned)
  assert.equal(world.books.paidTo(PAYEE), 500_000n)
})

test('of a credit a part goes back, never more than it and never nothing', async (t) => {
  const world = await safehavenWorld(t)
  const credit = await creditFrom(world)
  const give = (key: string, amount: bigint) =>
    world.bank.returnCredit({ key, credit, amount: kobo(amount) })
  assert.equal((await give('k1', 1n)).kind, 'returned')
  assert.deepEqual(await give('k1', 2n), { kind: 'refused', reason: 'duplicate' })
  assert.deepEqual(await give('k2', 500_001n), { kind: 'refused', reason: 'amount_too_high' })
  assert.deepEqual(await give('k3', 0n), { kind: 'refused', reason: 'amount_too_low' })
  assert.equal(world.books.paidTo(PAYEE), 1n)
})

test('nothing goes back to an account that bears another name, or that nobody has', async (t) => {
  const world = await safehavenWorld(t)
  const credit = await creditFrom(world)
  const give = (more: Partial<BankCredit>) =>
    world.bank.returnCredit({
      key: world.newKey(),
      credit: { ...credit, ...more },
      amount: credit.amount,
    })
  const cases: [Partial<BankCredit>, string][] = [
    [{ senderName: 'ZUBAIRU QUEENDALINE' }, 'enquiry_differs'],
    [{ senderName: '' }, 'enquiry_differs'],
    [{ senderAccountNumber: '0000000000' }, 'sender_unknown'],
    [{ senderAccountNumber: '' }, 'sender_unknown'],
    [{ sessionId: 'ABC', senderBankCode: '' }, 'sender_unknown'],
  ]
  for (const [more, reason] of cases) {
    assert.deepEqual(await give(more), { kind: 'refused', reason })
  }
  assert.equal(world.books.transfers.length, 0)
  assert.equal((await give({ sessionId: 'ABC' })).kind, 'returned', 'the bank of our list will do')
})

test('two names are one person’s where they share a word that says something', () => {
  assert(isOnePerson('OBI ADA NGOZI', 'Ngozi Obi'))
  assert(isOnePerson('Ọbi Ada', 'OBI'))
  assert(!isOnePerson('ADA STORES LTD', 'BELLO VENTURES LTD'))
  assert(!isOnePerson('MR J BELLO', 'MR J OBI'))
  assert(!isOnePerson('', ''))
})

test('a return whose answer is lost is unknown and is not made twice', async (t) => {
  const world = await safehavenWorld(t)
  const credit = await creditFrom(world)
  const request = { key: world.newKey(), credit, amount: credit.amount }
  world.controls.fail({ call: 'POST /transfers', how: 'after' })
  assert.deepEqual(await world.bank.returnCredit(request), { kind: 'unknown' })
  assert.equal((await world.bank.enquireReturn({ key: request.key })).kind, 'returned')
  assert.equal((await world.bank.returnCredit(request)).kind, 'returned')
  assert.equal(world.books.paidTo(PAYEE), 500_000n)
})

test('a return that is lost before it arrives is unknown for two hours, and then made', async (t) => {
  const world = await safehavenWorld(t)
  const credit = await creditFrom(world)
  const request = { key: world.newKey(), credit, amount: credit.amount }
  world.controls.fail({ call: 'POST /transfers', how: 'before' })
  for (let asked = 0; asked < 2; asked += 1) {
    assert.deepEqual(await world.bank.returnCredit(request), { kind: 'unknown' })
  }
  world.advance(2 * HOUR)
  assert.equal((await world.bank.returnCredit(request)).kind, 'returned')
  assert.equal(world.books.paidTo(PAYEE), 500_000n)
})

test('a return that is the first of its key is not looked for, however long the list', async (t) => {
  const world = await safehavenWorld(t)
  const credit = await creditFrom(world)
  const common = { key: world.newKey(), credit, amount: credit.amount }
  world.advance(30 * 24 * HOUR)
  const request = { ...common, firstAskedAt: world.now() }
  world.controls.fail({ call: 'POST /transfers', how: 'before' })
  assert.deepEqual(await world.bank.returnCredit(request), { kind: 'unknown' })
  assert(!world.controls.calls.includes('GET /transfers'))
  // This process remembers its request for two hours.
  assert.deepEqual(await world.bank.returnCredit(request), { kind: 'unknown' })
  assert(world.controls.calls.includes('GET /transfers'))
  world.advance(2 * HOUR)
  world.controls.calls.length = 0
  const again = { ...common, firstAskedAt: world.now() }
  assert.equal((await world.bank.returnCredit(again)).kind, 'returned')
  assert(!world.controls.calls.includes('GET /transfers'))
  // A process that was paused enquires first.
  world.advance(MINUTE)
  assert.equal((await world.another().bank.returnCredit(again)).kind, 'returned')
  assert.equal(world.books.paidTo(PAYEE), 500_000n)
})

test('a return that is accepted ends returned, or refused days later', async (t) => {
  const world = await safehavenWorld(t)
  const credit = await creditFrom(world)
  for (const [fate, ms, end] of [
    ['processing', MINUTE, 'returned'],
    ['vanishing', 10 * MINUTE, 'returned'],
    ['fails_later', MINUTE, 'refused'],
    ['reversed_later', 24 * HOUR, 'refused'],
  ] as const) {
    world.controls.fates.set(PAYEE, fate)
    const key = world.newKey()
    const first = await world.bank.returnCredit({ key, credit, amount: kobo(100n) })
    assert(first.kind === (fate === 'reversed_later' ? 'returned' : 'accepted'))
    world.advance(ms)
    const asked = { key, ...(first.handle !== undefined && { handle: first.handle }) }
    assert.equal((await world.bank.enquireReturn(asked)).kind, end, fate)
  }
})

test('where the name is not answered nothing is sent, and it may be asked for again', async (t) => {
  const world = await safehavenWorld(t)
  const credit = await creditFrom(world)
  const request = { key: world.newKey(), credit, amount: credit.amount }
  for (const how of ['before', 'text_502', 'hidden_500', 'throttled'] as const) {
    world.controls.fail({ call: 'POST /transfers/name-enquiry', how })
    assert.deepEqual(await world.bank.returnCredit(request), { kind: 'unavailable' })
  }
  assert.equal((await world.bank.returnCredit(request)).kind, 'returned')
})

test('a name that is answered late is not followed by a request for money', async (t) => {
  const world = await safehavenWorld(t, { deadlineMs: 2_400 })
  const pass = stopClock(t)
  const credit = await creditFrom(world)
  const request = { key: world.newKey(), credit, amount: credit.amount }
  const meanwhile = () => pass(1_800)
  world.controls.fail({ call: 'POST /transfers/name-enquiry', how: 'slow', meanwhile })
  assert.deepEqual(await world.bank.returnCredit(request), { kind: 'unavailable' })
  assert.equal(world.books.transfers.length, 0)
  assert.equal((await world.bank.returnCredit(request)).kind, 'returned')
})
