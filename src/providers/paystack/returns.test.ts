import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PaystackWorld, paystackWorld } from '../../../test/providers/paystack/world.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import { kobo, naira } from '../../platform/money.ts'
import type { BankCredit } from '../outcomes.ts'

// Money into an account number, and back.

const KEY = '019a0000-0000-7000-8000-000000000001'
const RETURN = '019a0000-0000-7000-8000-000000000009'
const AMOUNT = naira(5_000)
const SENDER = { name: 'NGOZI SAMPLE', bank: 'Sample Bank', accountNumber: '0123456789' }
const holder = { email: 'ada@example.com', phone: null }

async function paidIn(world: PaystackWorld): Promise<BankCredit> {
  const asked = { key: KEY, attempt: 0, accountName: 'ADA STORES', bvn: null, holder }
  const issued = await world.bank.issueAccount(asked)
  assert(issued.kind === 'issued')
  const { accounts } = world.standIn.books
  accounts.pay(issued.accountNumber, AMOUNT, SENDER)
  const told = world.bank.readNotification(world.standIn.controls.notices.made.at(-1)!)
  assert(told.kind === 'credit')
  return told.credit
}

test('of who paid, the last digits are known, and the fee of Paystack', async () => {
  const world = await paystackWorld()

  const credit = await paidIn(world)

  assert.equal(credit.amount, AMOUNT)
  assert.equal(credit.senderAccountNumber, 'XXXXXX6789')
  const told = world.bank.readNotification(world.standIn.controls.notices.made.at(-1)!)
  assert(told.kind === 'credit')
  assert.equal(told.fee, world.standIn.books.charges[0]?.fees)
  await world.close()
})

test('without accounts, a transfer into an account of another program is none of ours', async () => {
  const world = await paystackWorld()
  await paidIn(world)
  const request = world.standIn.controls.notices.made.at(-1)!

  const read = world.partsWith({ offers: ['cards', 'payouts'] }).card.readNotification!(request)

  assert.notEqual(read.kind, 'credit')
  await world.close()
})

test('money of the other domain is not booked, and what cannot be read waits for a person', async () => {
  const world = await paystackWorld()
  await paidIn(world)
  const { notices } = world.standIn.controls
  const usual = JSON.parse(notices.made.at(-1)!.body.toString())
  const read = (change: (data: Record<string, unknown>) => void) => {
    const content = structuredClone(usual)
    change(content.data)
    return world.bank.readNotification(notices.sign('x', content)).kind
  }

  assert.equal(
    read((data) => (data['domain'] = 'test')),
    'ignored',
  )
  const spoils: ((data: Record<string, unknown>) => unknown)[] = [
    (data) => (data['amount'] = '5,000'),
    (data) => (data['currency'] = 'USD'),
    (data) => (data['status'] = 'pending'),
    (data) => (data['fees'] = -1),
    (data) => (data['reference'] = 'x'.repeat(65)),
    (data) => (data['authorization'] = { receiver_bank_account_number: null }),
  ]
  for (const spoil of spoils) {
    assert.equal(
      read((data) => void spoil(data)),
      'unreadable',
      `${spoil}`,
    )
  }
  await world.close()
})

test('a credit goes back as a refund, once, and not more than it', async () => {
  const world = await paystackWorld()
  const credit = await paidIn(world)
  const give = (key: string, amount = AMOUNT) =>
    world.bank.returnCredit({ key, credit, amount: kobo(amount) })

  const first = await give(RETURN)
  const again = await give(RETURN)
  const other = await give('019a0000-0000-7000-8000-00000000000a')

  assert(first.kind === 'accepted' && again.kind === 'accepted')
  assert.equal(again.handle, first.handle)
  assert.deepEqual(other, { kind: 'refused', reason: 'amount_too_high' })
  assert.equal((await give(RETURN, kobo(AMOUNT + 1n))).kind, 'refused')
  assert.equal((await give(RETURN, kobo(0))).kind, 'refused')
  await world.later()
  const { handle } = first
  const returned = await world.bank.enquireReturn({ key: RETURN, ...(handle && { handle }) })
  assert.equal(returned.kind, 'returned')
  assert.equal(world.standIn.books.returnedTo(SENDER.accountNumber), AMOUNT)
  await world.close()
})

test('a return whose answer was lost is found by its charge, and not made twice', async () => {
  const world = await paystackWorld()
  const credit = await paidIn(world)
  world.standIn.controls.fail('after', 'create_refund')
  const lost = await world.bank.returnCredit({ key: RETURN, credit, amount: AMOUNT })
  assert(lost.kind === 'unknown')
  assert.equal(lost.handle, `of/${credit.sessionId}`)

  const asked = { key: RETURN, handle: lost.handle!, askedAt: world.now() }
  assert.equal((await world.anotherBank().enquireReturn(asked)).kind, 'accepted')

  await world.bank.returnCredit({ key: RETURN, credit, amount: AMOUNT })
  assert.equal(world.standIn.books.refunds.length, 1)
  await world.close()
})

test('after a crash, a return is searched for from an hour before it was requested', async () => {
  const world = await paystackWorld()
  const credit = await paidIn(world)
  const askedAt = world.now()
  const nobodys = await world.bank.enquireReturn({ key: RETURN, askedAt })
  assert.deepEqual(nobodys, { kind: 'unknown' }, 'it may be on its way')
  await world.bank.returnCredit({ key: RETURN, credit, amount: AMOUNT })
  world.advance(11 * MINUTE)

  const found = await world.bank.enquireReturn({ key: RETURN, askedAt })
  const none = await world.bank.enquireReturn({ key: KEY, askedAt })
  const tooLate = await world.bank.enquireReturn({ key: RETURN, askedAt: later(askedAt, 2 * HOUR) })

  assert.equal(found.kind, 'accepted')
  assert.deepEqual(none, { kind: 'not_found' })
  assert.deepEqual(tooLate, { kind: 'unknown' }, 'the request is younger than the list')
  await world.close()
})

test('a list of refunds that cannot be read proves nothing', async () => {
  const world = await paystackWorld()
  const credit = await paidIn(world)
  await world.bank.returnCredit({ key: RETURN, credit, amount: AMOUNT })
  const asked = { key: KEY, askedAt: later(world.now(), -DAY) }
  const bad = [{ answer: (usual: string) => ({ body: usual.replaceAll('"id"', '"ID"') }) }]
  for (const fault of ['502', 'failure_inside', ...bad] as const) {
    for (let i = 0; i < 3; i++) world.standIn.controls.fail(fault, 'refunds')

    assert.deepEqual(await world.bank.enquireReturn(asked), { kind: 'unknown' })
    world.advance(HOUR)
    world.standIn.controls.calls()
  }
  await world.close()
})

test('the statement has what arrived, under the name of the credit, and no line for its fee', async () => {
  const world = await paystackWorld()
  const from = world.now()
  const credit = await paidIn(world)
  world.advance(1)

  const fetched = await world.bank.fetchStatement!({ from, to: world.now() })

  assert(fetched.kind === 'fetched')
  assert.deepEqual(
    fetched.lines.map(({ sessionId, direction, amount }) => [sessionId, direction, amount]),
    [[credit.sessionId, 'credit', AMOUNT]],
  )
  await world.close()
})

test('a refund that failed says so after days, and the money is ours again', async () => {
  const world = await paystackWorld()
  const credit = await paidIn(world)
  world.nextRefundFails()
  const first = await world.bank.returnCredit({ key: RETURN, credit, amount: AMOUNT })
  assert(first.kind === 'accepted' && first.handle)

  await world.later()

  const said = await world.bank.enquireReturn({ key: RETURN, handle: first.handle })
  assert.deepEqual(said, { kind: 'refused', reason: 'refused_by_bank', said: 'failed' })
  assert.equal(world.standIn.books.returnedTo(SENDER.accountNumber), 0n)
  await world.close()
})
