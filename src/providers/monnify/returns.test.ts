import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MonnifyWorld, monnifyWorld } from '../../../test/providers/monnify/world.ts'
import { DAY } from '../../platform/clock.ts'
import { type Kobo, kobo, naira } from '../../platform/money.ts'
import type { BankCredit } from '../outcomes.ts'

const AMOUNT = naira(5_000)

async function credited({ rails, controls }: MonnifyWorld): Promise<BankCredit> {
  const holder = { email: 'ada@example.com', phone: null }
  const asked = { key: 'account', attempt: 0, accountName: 'ADA', bvn: null, holder }
  const issued = await rails.bank.issueAccount(asked)
  assert(issued.kind === 'issued')
  controls.pay(issued.accountNumber, AMOUNT)
  const read = rails.bank.readNotification(controls.told.at(-1)!)
  assert(read.kind === 'credit')
  return read.credit
}

test('a return is accepted, and done days later under the same key', async () => {
  const world = await monnifyWorld()
  const { bank } = world.rails
  const credit = await credited(world)
  const request = { key: 'r', credit, amount: AMOUNT }

  assert.deepEqual(await bank.returnCredit(request), { kind: 'accepted' })
  assert.deepEqual(await world.another().bank.returnCredit(request), { kind: 'accepted' })
  assert.deepEqual(await bank.enquireReturn({ key: 'r' }), { kind: 'accepted' })
  world.advance(3 * DAY)

  const returned = { kind: 'returned', sessionId: 'r' }
  assert.deepEqual(await bank.enquireReturn({ key: 'r' }), returned)
  assert.deepEqual(await bank.returnCredit(request), returned)
  assert.equal(world.books.refunds.size, 1)
  const news = bank.readNotification(world.controls.told.at(-1)!)
  assert.deepEqual(news, { kind: 'about', what: 'return', key: 'r' })
})

test('a return that was accepted can fail days later, and is not made anew', async () => {
  const world = await monnifyWorld()
  const { bank } = world.rails
  const credit = await credited(world)
  const before = world.books.balance
  world.books.nextRefund = 'FAILED'
  await bank.returnCredit({ key: 'r', credit, amount: AMOUNT })

  world.advance(3 * DAY)

  const refused = { kind: 'refused', reason: 'refused_by_bank', said: 'FAILED' }
  assert.deepEqual(await bank.enquireReturn({ key: 'r' }), refused)
  assert.deepEqual(await bank.returnCredit({ key: 'r', credit, amount: AMOUNT }), refused)
  assert.equal(world.books.balance, before)
})

test('parts never sum to more than the credit, and none is larger or too small', async () => {
  const world = await monnifyWorld()
  const { bank } = world.rails
  const credit = await credited(world)
  const half = kobo(AMOUNT / 2n)
  const back = async (key: string, amount: Kobo, of = credit) => {
    const outcome = await bank.returnCredit({ key, credit: of, amount })
    return outcome.kind === 'refused' ? outcome.reason : outcome.kind
  }

  assert.equal(await back('r1', half), 'accepted')
  assert.equal(await back('r1', kobo(half + 1n)), 'duplicate')
  assert.equal(await back('r2', half), 'accepted')
  assert.equal(await back('r3', naira(100)), 'amount_too_high')
  assert.equal(await back('r4', kobo(AMOUNT + 1n)), 'amount_too_high')
  assert.equal(await back('r5', naira(99)), 'amount_too_low')
  assert.equal(await back('r6', kobo(0n)), 'amount_too_low')
  assert.equal(await back('r7', half, { ...credit, sessionId: 'MNFY|none' }), 'payment_unknown')
  assert.equal(world.books.refunds.size, 2)
  assert.equal(world.controls.calls()['refund'], 6, 'what is larger or nothing is not asked for')
})

test('a return that never arrived is not found', async () => {
  const world = await monnifyWorld()
  assert.deepEqual(await world.rails.bank.enquireReturn({ key: 'r' }), { kind: 'not_found' })
})

test('a return to a bank that Monnify calls otherwise goes to it by their code', async () => {
  const world = await monnifyWorld()
  const credit = await credited(world)
  const returned = (key: string, senderBankCode: string) =>
    world.rails.bank.returnCredit({
      key,
      credit: { ...credit, senderBankCode },
      amount: naira(100),
    })

  // OPay is 999992 in our list, and 305 in theirs.
  assert.deepEqual(await returned('opay', '999992'), { kind: 'accepted' })
  assert.deepEqual(await returned('kuda', '50211'), { kind: 'accepted' })
  // Without a code of theirs, they look up the sender themselves.
  assert.deepEqual(await returned('other', '99999'), { kind: 'accepted' })
})
